// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as brand from '#contract/brand.ts';
import { consentContent } from '#web/content/consent.ts';
import { siteContent } from '#web/content/site.ts';
import styles from '#web/layout/page-shell.module.css';
import { FormPage, PageShell } from '#web/layout/page-shell.tsx';
import headerStyles from '#web/layout/site-header.module.css';
import { watchConsentSettings } from '#web/platform/consent-settings.ts';
import buttonStyles from '#web/ui/button.module.css';
import { click, find, findText, press, show } from './ui/render-component.tsx';

beforeEach(() => history.replaceState(null, '', '/'));
afterEach(() => vi.unstubAllEnvs());

const showPage = () =>
  show(
    <PageShell>
      <h1>Pricing</h1>
    </PageShell>,
  );

it.each([
  ['wide', 'ink'],
  ['form', 'text'],
  ['short', 'text'],
] as const)('a page in the layout %s has the sign-up as %s in its header', (layout, style) => {
  show(<PageShell layout={layout}>{<h1>Pricing</h1>}</PageShell>);
  expect(find('main').classList.contains(styles[layout] ?? '')).toBe(true);
  expect(find('h1').parentElement?.classList.contains(styles['column'] ?? '')).toBe(
    layout !== 'wide',
  );
  // Two constellations, beside a column only.
  expect(document.querySelectorAll('main svg')).toHaveLength(layout === 'wide' ? 0 : 2);
  const signUps = [...document.querySelectorAll(`header a[href="${siteContent.signUp.to}"]`)];
  const looks = signUps.map((link) => link.classList.contains(buttonStyles['ink'] ?? ''));
  expect(looks).toEqual(style === 'ink' ? [false, true] : [false]);
});

it.each([
  [{}, 'form'],
  [{ isShort: true }, 'short'],
])('a page of a form with %j has the layout %s', (props, layout) => {
  show(<FormPage {...props}>{null}</FormPage>);
  expect(find('main').classList.contains(styles[layout] ?? '')).toBe(true);
});

it.each([true, false])('the header stays in the window: %s', (isHeaderSticky) => {
  show(<PageShell isHeaderSticky={isHeaderSticky}>{null}</PageShell>);
  expect(find('header').classList.contains(headerStyles['sticky'] ?? '')).toBe(isHeaderSticky);
});

it('a page with its own call to action has a quiet sign-up in the header', () => {
  show(<PageShell signUpStyle="quiet">{null}</PageShell>);
  expect(document.querySelector(`header .${buttonStyles['ink']}`)).toBeNull();
  expect(document.querySelectorAll(`header .${buttonStyles['quiet']}`)).toHaveLength(3);
});

it('an address whose query is about a sign-up has no link to the prices', () => {
  history.replaceState(null, '', '/login?next=checkout');
  showPage();
  expect(document.querySelector('header a[href="/pricing"]')).toBeNull();
});

it('the open menu is shown, and its button is a cross', () => {
  showPage();
  const toggle = findText('header button', siteContent.menu.open);
  const isShown = () => find('header nav').classList.contains(headerStyles['open'] ?? '');
  const glyph = () => toggle.querySelector('path')?.getAttribute('d');
  const lines = glyph();
  expect(isShown()).toBe(false);
  click(toggle);
  expect(isShown()).toBe(true);
  expect(glyph()).not.toBe(lines);
});

it('the phone number and the support in the footer can be pressed', () => {
  showPage();
  expect(findText('footer a', brand.phone).getAttribute('href')).toBe(brand.phoneLink);
  const { support } = siteContent.help;
  expect(findText('footer a', support.text).getAttribute('href')).toBe(support.href);
});

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
  expect(toggle.getAttribute('aria-controls')).toBe(find('header nav').id);
  click(toggle);
  expect(isExpanded()).toBe('true');
  expect(toggle.textContent).toBe(siteContent.menu.close);
  const link = findText('header a', siteContent.pricing.label);
  link.focus();
  press('a');
  expect(isExpanded()).toBe('true');
  press('Escape');
  expect(isExpanded()).toBe('false');
  expect(document.activeElement).toBe(toggle);
  link.focus();
  press('Escape');
  expect(document.activeElement).toBe(link);
});

it('a second press of the button closes the menu', () => {
  showPage();
  const toggle = findText('header button', siteContent.menu.open);
  click(toggle);
  click(toggle);
  expect(toggle.getAttribute('aria-expanded')).toBe('false');
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

it('the name of the site leads home, and a screen reader tells the menus apart', () => {
  showPage();
  const home = find('header a');
  expect([home.getAttribute('href'), home.getAttribute('aria-label')]).toEqual([
    '/',
    `${brand.name}, home`,
  ]);
  expect(
    [...document.querySelectorAll('nav')].map((nav) => nav.getAttribute('aria-label')),
  ).toEqual([siteContent.menu.label, siteContent.footer.label]);
});

it.each([
  ['/pricing', 1],
  ['/checkout', 0],
])('at %s the menu has %i links to the prices', (path, count) => {
  history.replaceState(null, '', path);
  showPage();
  expect(document.querySelectorAll('header a[href="/pricing"]')).toHaveLength(count);
});

it('a page of the campaign has the calls to action of the campaign', () => {
  show(<PageShell callsToAction="campaign">{null}</PageShell>);
  findText('header nav a', siteContent.demo.campaign);
  findText('header nav a', siteContent.signUp.campaign);
});

it('the forms behind the header begin without the address of another one', () => {
  showPage();
  for (const name of [siteContent.logIn.label, siteContent.demo.site, siteContent.signUp.site]) {
    click(findText('header nav a', name));
    expect([name, history.state]).toEqual([name, { email: '' }]);
  }
});

it.each([
  ['/', 'nav'],
  ['/login', 'div'],
])('at %s the way into the app, which is no page of the site, is in a %s', (path, place) => {
  history.replaceState(null, '', path);
  showPage();
  const links = [...document.querySelectorAll(`footer a[href="${siteContent.footer.logIn.href}"]`)];
  expect(
    links.map((link) => [link.closest('nav') ? 'nav' : 'div', link.getAttribute('rel')]),
  ).toEqual([[place, 'external']]);
});

it.each([
  [true, 2],
  [false, 1],
])('with the note for who was invited: %s', (hasInvitedNote, parts) => {
  show(<FormPage hasInvitedNote={hasInvitedNote}>{null}</FormPage>);
  expect(document.body.textContent.split(siteContent.help.invited)).toHaveLength(parts);
});

it('the address in the footer opens a mail', () => {
  showPage();
  expect(findText('footer a', brand.infoEmail).getAttribute('href')).toBe(
    `mailto:${brand.infoEmail}`,
  );
});

it('a site that loads a tag has the cookie settings once, and the focus goes back to them', () => {
  vi.stubEnv('VITE_TAG_URL', 'https://tag.example/tag.js');
  const controls: HTMLElement[] = [];
  const end = watchConsentSettings((control) => void controls.push(control));
  showPage();
  const settings = findText('footer button', consentContent.settings);
  click(settings);
  end();
  expect(controls).toEqual([settings]);
});
