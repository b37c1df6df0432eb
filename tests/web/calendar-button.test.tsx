// @vitest-environment happy-dom
// @vitest-environment-options {"settings": {"enableIframePageLoading": true, "navigation": {"disableChildFrameNavigation": true}}}
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { demoVariants } from '#web/content/demo-variants.ts';
import dialogStyles from '#web/ui/dialog.module.css';
import { click, find, findText, show } from './ui/render-component.tsx';

const CALENDAR = 'https://calendar.example/demo?month=2026-12';
const { schedule: words } = demoVariants;

/** Opens the page in a document of its own, of a site that is built with a calendar. */
const showButton = async (sent?: { name: string; email: string }) => {
  const { rememberPerson } = await import('#web/platform/sent-request.ts');
  if (sent) await rememberPerson(async () => {})({ fields: sent });
  const { CalendarButton } = await import('#web/pages/demo-schedule/calendar-button.tsx');
  show(<CalendarButton />);
};

beforeEach(() => {
  vi.stubEnv('VITE_CALENDAR_URL', CALENDAR);
  vi.resetModules();
});
afterEach(() => vi.unstubAllEnvs());

const openCalendar = () => click(findText('button', words.open));
const dialogs = () => document.querySelectorAll('dialog');

it('who has asked for a demo finds name and address in the calendar, beside its own settings', async () => {
  await showButton({ name: 'Asha Rao', email: 'asha+hr@acme.example' });
  openCalendar();
  const { origin, pathname, searchParams } = new URL(find('iframe').getAttribute('src') ?? '');
  expect(origin + pathname).toBe('https://calendar.example/demo');
  expect(Object.fromEntries(searchParams)).toEqual({
    month: '2026-12',
    name: 'Asha Rao',
    email: 'asha+hr@acme.example',
  });
});

it('who has not asked for a demo finds the calendar as it is', async () => {
  await showButton();
  openCalendar();
  expect(find('iframe').getAttribute('src')).toBe(CALENDAR);
});

it('who was refused a demo finds the calendar as it is', async () => {
  const { rememberPerson } = await import('#web/platform/sent-request.ts');
  const send = rememberPerson(() => Promise.reject(new Error('refused')));
  await expect(
    send({ fields: { name: 'Asha Rao', email: 'asha@acme.example' } }),
  ).rejects.toThrow();
  await showButton();
  openCalendar();
  expect(find('iframe').getAttribute('src')).toBe(CALENDAR);
});

it('nothing of the calendar, which is another site, is loaded before the press', async () => {
  await showButton();
  expect(document.querySelector('iframe')).toBeNull();
  openCalendar();
  expect(document.querySelector('iframe')).not.toBeNull();
});

it.each([
  ['Close', () => click(findText('dialog button', words.close))],
  // Escape closes a dialog without the page.
  ['Escape', () => act(() => find<HTMLDialogElement>('dialog').close())],
] as const)('a calendar that was closed by %s opens again', async (_, close) => {
  await showButton();
  openCalendar();
  close();
  expect(dialogs()).toHaveLength(0);
  openCalendar();
  expect(find<HTMLDialogElement>('dialog').open).toBe(true);
});

it('the dialog and the frame in it are read with their names', async () => {
  await showButton();
  openCalendar();
  const name = document.getElementById(find('dialog').getAttribute('aria-labelledby') ?? '');
  expect(name?.textContent).toBe(words.dialogHeading);
  expect(find('dialog').classList.contains(dialogStyles['wide'] ?? '')).toBe(true);
  expect(find('iframe').title).toBe(words.frameTitle);
});

const showPage = async () => {
  const { default: DemoSchedule } = await import('#web/pages/demo-schedule/demo-schedule.tsx');
  show(<DemoSchedule />);
};

it('the page of the calendar offers it', async () => {
  await showPage();
  findText('p', words.choose);
  findText('button', words.open);
  expect(document.body.textContent).not.toContain(words.missing);
});

it('a site without a calendar says so, and leads to an empty form', async () => {
  vi.stubEnv('VITE_CALENDAR_URL', '');
  await showPage();
  findText('p', words.missing);
  history.replaceState({ email: 'asha@acme.example' }, '');
  click(findText('main a', demoVariants.toForm));
  expect([location.pathname, history.state]).toEqual(['/demo', { email: '' }]);
});
