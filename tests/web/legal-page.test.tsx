// @vitest-environment happy-dom
import { act } from 'react';
import {
  mockIsIntersecting,
  resetIntersectionMocking,
  setupIntersectionMocking,
} from 'react-intersection-observer/test-utils';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { App } from '#web/boot/app.tsx';
import { type LegalDocument, legalContent } from '#web/content/legal/document.ts';
import { LegalPage } from '#web/pages/legal/legal-page.tsx';
import { startRouting } from '#web/routing/current-route.ts';
import { navigate } from '#web/routing/hash-location.ts';
import { routes } from '#web/routing/routes.tsx';
import { click, find, findText, show } from './ui/render-component.tsx';

const section = (id: string, label: string, clauses: string[]) => ({
  id,
  label,
  heading: `Heading of ${id}`,
  html: '',
  clauses: clauses.map((clause) => ({ id: clause, html: `<p>Text of ${clause}</p>` })),
});

const terms: LegalDocument = {
  path: '/terms',
  title: 'Terms of "use"',
  lastUpdated: 'January 12, 2024',
  amendments: [{ date: '23 November 2026', what: 'One clause.' }],
  copyright: '© Acme',
  intro: '<p>Before the text</p>',
  sections: [
    section('1', '1', ['1.1']),
    section('2', '2', []),
    section('E1', 'Exhibit 1', ['E1.2']),
  ],
};

/** Replaces the page of a route. */
const replacePage = (path: string, document: LegalDocument) => {
  const { chunk } = routes[path] ?? {};
  if (!chunk) throw new Error(`no route ${path}`);
  chunk.load = async () => {};
  chunk.Page = () => <LegalPage document={document} />;
};

const go = (path: string) => act(async () => navigate(path));
const scrolledTo = vi.fn();

/** Opens the text at an address. */
const open = async (address = '/#/about') => {
  history.replaceState(null, '', address);
  await startRouting('/terms');
  show(<App onMounted={() => {}} ssrPath="/terms" />);
  await act(async () => {});
};

beforeEach(() => {
  setupIntersectionMocking(vi.fn);
  replacePage('/terms', terms);
  replacePage('/privacy', { ...terms, path: '/privacy', title: 'Privacy', sections: [] });
  scrolledTo.mockClear();
  vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolledTo(this.id);
  });
});
afterEach(resetIntersectionMocking);

it.each([
  ['e1.2', 'clause-E1.2'],
  [' 01.1', 'clause-1.1'],
  ['2', 'clause-2'],
  ['e1', 'clause-E1'],
])('a link to the clause “%s” leads there, and marks it', async (clause, id) => {
  await open('/#/terms');
  await go(`/terms?clause=${encodeURIComponent(clause)}`);
  expect(scrolledTo).toHaveBeenLastCalledWith(id);
  expect(document.activeElement?.id).toBe(id);
  expect([...document.querySelectorAll('[data-marked]')].map((marked) => marked.id)).toEqual([id]);
});

it('a link to the clause that is shown leads there again, and no other link does', async () => {
  await open('/#/terms');
  await go('/terms?clause=1.1');
  scrolledTo.mockClear();
  addEventListener('click', (event) => event.preventDefault(), { once: true });
  click(find('footer a[href^="https:"]'));
  expect(scrolledTo).not.toHaveBeenCalled();
  const number = find<HTMLAnchorElement>(`[aria-label="${legalContent.clause('1.1')}"]`);
  click(number);
  expect(scrolledTo.mock.calls).toEqual([['clause-1.1']]);
  expect(document.activeElement?.id).toBe('clause-1.1');
});

it('a link to another page does not lead to the clause on the way', async () => {
  await open('/#/terms');
  await go('/terms?clause=1.1');
  scrolledTo.mockClear();
  click(findText('footer a', 'Privacy'));
  expect(location.hash).toBe('#/privacy');
  expect(scrolledTo).not.toHaveBeenCalled();
});

it('without a clause the text begins at its top, and leads to none', async () => {
  await open('/#/terms');
  await go('/terms?clause=1.1');
  const scroll = vi.spyOn(globalThis, 'scrollTo').mockReturnValue();
  scrolledTo.mockClear();
  await go('/terms');
  expect(scroll.mock.calls).toEqual([[{ top: 0, behavior: 'instant' }]]);
  click(findText('main nav a', 'Terms'));
  expect(scrolledTo).not.toHaveBeenCalled();
});

it('a clause in front of the hash does not go along to the next page', async () => {
  await open('/?clause=1.1#/terms');
  expect([location.search, location.hash]).toEqual(['', '#/terms?clause=1.1']);
});

it('the numbers of sections and clauses are read as such, and lead to their places', async () => {
  await open('/#/terms');
  const links = [...document.querySelectorAll('article a')].map((link) => [
    link.getAttribute('aria-label'),
    link.getAttribute('href')?.replace(/#.*/, ''),
  ]);
  expect(links).toEqual([
    ['Section 1', '/terms?clause=1'],
    ['Clause 1.1', '/terms?clause=1.1'],
    ['Section 2', '/terms?clause=2'],
    ['Exhibit 1', '/terms?clause=E1'],
    ['Clause E1.2', '/terms?clause=E1.2'],
  ]);
});

it('the head says which text this is, and when it was changed', async () => {
  await open('/#/terms');
  expect(find('main [aria-current="page"]').textContent).toBe('Terms');
  findText('p', legalContent.lastUpdated(terms.lastUpdated));
  findText('p', 'Amended 23 November 2026: One clause.');
});

it('the contents mark what is read, the section of a linked clause, and the last section at the end', async () => {
  await open('/#/terms');
  const see = (element: Element | null, isInView = true) =>
    act(() => mockIsIntersecting(element as Element, isInView));
  const current = () =>
    [...document.querySelectorAll(`nav[aria-label="${legalContent.contents}"]`)].map(
      (contents) => contents.querySelector('[aria-current="true"]')?.textContent,
    );
  const reads = (text: string) => expect(current()).toEqual([text, text]);
  reads('1 Heading of 1');
  see(find('#clause-2'));
  reads('2 Heading of 2');
  see(findText('article p', terms.copyright));
  reads('E1 Heading of E1');
  expect(find('summary').textContent).toContain('Exhibit 1 Heading of E1');
  see(findText('article p', terms.copyright), false);
  await go('/terms?clause=1.1');
  see(document.getElementById('clause-1.1')?.firstElementChild ?? null);
  reads('1 Heading of 1');
  await go('/terms?clause=E1.2');
  reads('2 Heading of 2');
});

it('a text is printed under its own title from the second page on', async () => {
  const replaced = vi.spyOn(CSSStyleSheet.prototype, 'replaceSync');
  await open('/#/terms');
  expect(replaced.mock.calls.flat().join()).toContain(JSON.stringify(terms.title));
  expect(replaced.mock.calls.flat().join()).toMatch(/:first \{ @top-left \{ content: none/);
  await go('/privacy');
  expect(replaced.mock.calls.flat().at(-1)).toContain('"Privacy"');
  expect(document.adoptedStyleSheets).toContain(replaced.mock.contexts.at(-1));
  expect(document.adoptedStyleSheets).not.toContain(replaced.mock.contexts[0]);
});
