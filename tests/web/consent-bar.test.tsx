// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import styles from '#web/boot/consent-bar.module.css';
import { consentContent as words } from '#web/content/consent.ts';
import { ConsentSettings } from '#web/layout/consent-settings.tsx';
import { keepConsent, readConsent } from '#web/platform/consent.ts';
import { click, find, findText, press, show } from './ui/render-component.tsx';

const CHART = '#web/flows/consent.ts';

/** Until the chart has been loaded, or has failed to. */
const settle = () => act(() => vi.dynamicImportSettled());

/** Opens a page in a document of its own, with the bar at its start and a control at its end. */
const openPage = async () => {
  vi.resetModules();
  const { ConsentBar } = await import('#web/boot/consent-bar.tsx');
  show(
    <>
      <ConsentBar />
      <footer>
        <ConsentSettings />
      </footer>
    </>,
  );
  await settle();
};

beforeEach(() => {
  localStorage.clear();
  vi.spyOn(document.head, 'append').mockImplementation(() => {});
  const { focus } = HTMLElement.prototype;
  // As in a browser, what is not displayed takes no focus.
  vi.spyOn(HTMLElement.prototype, 'focus').mockImplementation(function (this: HTMLElement) {
    if (this !== bar() || isShown()) focus.call(this);
  });
});
afterEach(() => {
  vi.doUnmock(CHART);
  vi.resetModules();
});

const bar = () => find('section');
const isShown = () => bar().classList.contains(styles['shown'] ?? '');
const settings = () => findText('footer button', words.settings);
const openSettings = async () => {
  settings().focus();
  click(settings());
  await settle();
};
const answer = async (label: string) => {
  findText('section button', label).focus();
  click(findText('section button', label));
  await settle();
};
/** What a screen reader reads when the bar takes the focus. */
const spoken = () =>
  document.getElementById(bar().getAttribute('aria-describedby') ?? '')?.textContent;

/** A page whose chart could not be loaded, but can be now. */
const openPageWithoutChart = async () => {
  vi.doMock(CHART, () => Promise.reject(new Error('no network')));
  await openPage();
  vi.doUnmock(CHART);
};

it.each([
  ['accepted', words.accept],
  ['declined', words.decline],
] as const)(
  'the settings say that cookies are %s, and lead to the bar and back',
  async (choice, same) => {
    keepConsent(choice);
    await openPage();
    await openSettings();
    expect(document.activeElement).toBe(bar());
    expect(spoken()).toBe(`${words.chosen[choice]} ${words.text} ${words.policy.label}`);
    await answer(same);
    expect(document.activeElement).toBe(settings());
    expect(spoken()).toBe(`${words.chosen[choice]} ${words.how}`);
  },
);

it.each([
  ['accepted', words.accept],
  ['declined', words.decline],
] as const)('who is asked and has %s stays on the bar, which says so', async (choice, label) => {
  await openPage();
  expect(spoken()).toBe(`${words.text} ${words.policy.label}`);
  await answer(label);
  expect(document.activeElement).toBe(bar());
  expect(spoken()).toBe(`${words.chosen[choice]} ${words.how}`);
  expect(readConsent()).toBe(choice);
});

it('the settings lead to a bar that still asks', async () => {
  await openPage();
  await openSettings();
  expect(document.activeElement).toBe(bar());
});

it('Escape closes the settings, which leaves the choice, but is no answer to the question', async () => {
  await openPage();
  findText('section button', words.accept).focus();
  press('Escape');
  await settle();
  expect(document.activeElement).toBe(findText('section button', words.accept));
  expect(readConsent()).toBeUndefined();
  await answer(words.decline);
  await openSettings();
  press('Escape');
  await settle();
  expect(document.activeElement).toBe(settings());
  expect(isShown()).toBe(false);
  expect(readConsent()).toBe('declined');
});

it('only Escape closes the settings', async () => {
  keepConsent('accepted');
  await openPage();
  await openSettings();
  press('a');
  await settle();
  expect(isShown()).toBe(true);
});

it('the bar is named, takes the focus, and is no stop of Tab', async () => {
  await openPage();
  expect([bar().getAttribute('aria-label'), bar().tabIndex]).toEqual([words.label, -1]);
  expect(bar().hasAttribute('tabindex')).toBe(true);
});

it('the answer takes the place of the question, whose height it keeps', async () => {
  const has = (name: string) => bar().classList.contains(styles[name] ?? '');
  keepConsent('declined');
  await openPage();
  expect([has('closed'), has('answered')]).toEqual([true, false]);
  expect(document.body.textContent).not.toContain(words.how);
  await openSettings();
  const question = find('section p').textContent;
  await answer(words.decline);
  expect([has('closed'), has('answered')]).toEqual([false, true]);
  expect(find('section p').textContent).toBe(question);
});

it('when the settings have gone with their page, the answer takes the focus', async () => {
  keepConsent('declined');
  await openPage();
  await openSettings();
  settings().remove();
  await answer(words.decline);
  expect(document.activeElement).toBe(bar());
});

it('a chart that could not be loaded is loaded by the answer, which the bar then says', async () => {
  await openPageWithoutChart();
  await answer(words.decline);
  expect(readConsent()).toBe('declined');
  expect(spoken()).toBe(`${words.chosen.declined} ${words.how}`);
});

it('a chart that could not be loaded is loaded by the settings, which lead to the bar', async () => {
  keepConsent('declined');
  await openPageWithoutChart();
  await openSettings();
  expect(document.activeElement).toBe(bar());
});

it.each([
  ['loads the page again', '', 'served', 1],
  ['keeps a page with a form', '<main><form></form></main>', 'served', 0],
  ['keeps the page without a network', '', 'away', 0],
] as const)('a press whose chart does not come %s', async (_, page, server, reloads) => {
  await openPageWithoutChart();
  vi.doMock(CHART, () => Promise.reject(new Error('no network')));
  document.body.insertAdjacentHTML('beforeend', page);
  const fetched = vi.fn(async () => {
    if (server === 'away') throw new TypeError('no network');
    return new Response('');
  });
  vi.stubGlobal('fetch', fetched);
  const reload = vi.spyOn(location, 'reload').mockReturnValue();
  await answer(words.decline);
  await expect.poll(() => fetched.mock.calls.length).toBe(page === '' ? 1 : 0);
  await settle();
  expect(reload).toHaveBeenCalledTimes(reloads);
  vi.unstubAllGlobals();
});
