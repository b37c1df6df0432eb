// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { siteContent } from '#web/content/site.ts';
import { PageShell } from '#web/layout/page-shell.tsx';
import { click, find, findText, press, show } from './ui/render-component.tsx';

const showPage = () =>
  show(
    <PageShell>
      <h1>Pricing</h1>
    </PageShell>,
  );

it('who skips the header goes on in the content', () => {
  showPage();
  click(findText('button', siteContent.skip));
  expect(document.activeElement).toBe(find('main'));
});

it('the button of the menu says whether it is open, and gets the focus back from Escape', () => {
  showPage();
  const toggle = findText('header button', siteContent.menu.open);
  const isExpanded = () => toggle.getAttribute('aria-expanded');
  expect(isExpanded()).toBe('false');
  click(toggle);
  expect(isExpanded()).toBe('true');
  findText('header a', siteContent.pricing.label).focus();
  press('Escape');
  expect(isExpanded()).toBe('false');
  expect(document.activeElement).toBe(toggle);
});
