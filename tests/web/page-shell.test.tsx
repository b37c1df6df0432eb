// @vitest-environment happy-dom
import { act } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { siteContent } from '#web/content/site.ts';
import { PageShell } from '#web/layout/page-shell.tsx';
import { click, find, findText, press, show } from './ui/render-component.tsx';

beforeEach(() => history.replaceState(null, '', '/'));

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

it('every link of the site in the menu closes it', () => {
  showPage();
  const toggle = findText('header button', siteContent.menu.open);
  const links = [...document.querySelectorAll<HTMLElement>('header nav a[href^="/"]')];
  expect(links).toHaveLength(5);
  for (const link of links) {
    click(toggle);
    click(link);
    expect([link.textContent, toggle.getAttribute('aria-expanded')]).toEqual([
      link.textContent,
      'false',
    ]);
  }
});

it('the menu stays open while the focus is in it, and closes when it goes on into the page', () => {
  showPage();
  const toggle = findText('header button', siteContent.menu.open);
  click(toggle);
  act(() => findText('header nav a', siteContent.pricing.label).focus());
  expect(toggle.getAttribute('aria-expanded')).toBe('true');
  act(() => findText('footer a', siteContent.pricing.label).focus());
  expect(toggle.getAttribute('aria-expanded')).toBe('false');
});
