// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { loginContent } from '#web/content/login.ts';
import { AppOffer } from '#web/forms/app-offer.tsx';
import { appAddresses } from '#web/platform/settings.ts';
import { click, findText, show } from './ui/render-component.tsx';

it('who is signed in is led to the home of the app, or goes on here', () => {
  const words = loginContent.offer;
  const decline = vi.fn();
  show(<AppOffer words={words} onDecline={decline} />);
  const link = findText('a', words.toApp);
  expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([
    appAddresses.home,
    'external',
  ]);
  click(findText('button', words.decline));
  expect(decline).toHaveBeenCalledOnce();
});
