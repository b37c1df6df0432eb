// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { thankYouContent as words } from '#web/content/thank-you.ts';
import ThankYou from '#web/pages/thank-you/thank-you.tsx';
import { findText, show } from './ui/render-component.tsx';

it('who has asked for a demo can sign up meanwhile', () => {
  show(<ThankYou />);
  expect(findText('main a', words.start).getAttribute('href')).toBe('/checkout');
});
