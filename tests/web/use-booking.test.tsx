// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { campaignContent } from '#web/content/campaign.ts';
import { fallbackContent } from '#web/content/fallback.ts';
import { click, findText, show, waitFor } from './ui/render-component.tsx';

const DIALOG = '#web/pages/demo/demo-dialog.tsx';
const CLOSE = 'Close the form';
/** The document that the server sends: it names the script of this version, or one of another version. */
const CURRENT = import.meta.url.replace(/tests\/.*/, 'src/web/routing/load-page.ts');
const UPDATED = 'of another script';

/** What else the history entry keeps. */
const ENTRY = { entryKey: 'campaign' };

const reload = vi.fn();

interface DialogProps {
  open: boolean;
  onClose: () => void;
}

const DemoDialog = ({ open, onClose }: DialogProps) =>
  open ? (
    <button type="button" onClick={onClose}>
      {CLOSE}
    </button>
  ) : null;

const serve = (html: string) => vi.stubGlobal('fetch', async () => new Response(html));
const disconnect = () => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));

/** Replaces the chunk of the form. The returned functions let it arrive or fail. */
const replaceForm = () => {
  let arrive = () => {};
  let fail = () => {};
  const loading = new Promise<{ DemoDialog: typeof DemoDialog }>((resolve, reject) => {
    arrive = () => resolve({ DemoDialog });
    fail = () => reject(new Error('no network'));
  });
  loading.catch(() => {});
  vi.doMock(DIALOG, () => loading);
  return { arrive, fail };
};

/** Opens the campaign in a document of its own, as after a reload. */
const openCampaign = () =>
  act(async () => {
    document.body.replaceChildren();
    vi.resetModules();
    const { default: Campaign } = await import('#web/pages/campaign/campaign.tsx');
    show(<Campaign />);
  });

beforeEach(() => {
  history.replaceState(ENTRY, '', '#/campaign');
  reload.mockClear();
  vi.spyOn(location, 'reload').mockImplementation(reload);
  serve(CURRENT);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.doUnmock(DIALOG);
  vi.resetModules();
});

/** A button of the page, by its place; the last one is -1. */
const button = (place: number): HTMLElement => {
  const found = [...document.querySelectorAll<HTMLElement>('main button')]
    .filter(({ textContent }) => textContent?.startsWith(campaignContent.bookDemo))
    .at(place);
  if (!found) throw new Error(`no button books a demo at ${place}`);
  return found;
};
const tryAgain = () => findText('button', fallbackContent.retry);
const isBusy = (control: HTMLElement) => control.getAttribute('aria-busy') === 'true';
const message = () =>
  [...document.querySelectorAll('main [aria-live] p')].find(({ textContent }) =>
    textContent?.includes('Loading chunk failed'),
  );
const isOpen = () => document.body.textContent.includes(CLOSE);
const untilOpen = () => waitFor(() => expect(isOpen()).toBe(true));
const untilReload = () => waitFor(() => expect(reload).toHaveBeenCalledOnce());
/** Until the chunk of the form has arrived or failed, and the page has followed. */
const settle = () => act(() => vi.dynamicImportSettled());

/** Presses a button of a page whose form cannot be loaded. */
const fail = async () => {
  replaceForm().fail();
  await openCampaign();
  click(button(0));
  await waitFor(tryAgain);
};

it('the scripts of the form are fetched together, and evaluated one by one before it', async () => {
  const scripts = ['/assets/flows.js', '/assets/forms.js'];
  vi.stubGlobal('pageChunks', { '/campaign': ['/assets/campaign.js'], later: scripts });
  const importInTasks = vi.fn(async (_: readonly string[]) => {});
  vi.doMock('#web/routing/import-in-tasks.ts', () => ({ importInTasks }));
  replaceForm().arrive();
  await openCampaign();
  await waitFor(() => expect(importInTasks.mock.calls).toEqual([[scripts]]));
  click(button(0));
  await untilOpen();
  const preloads = document.querySelectorAll('head link[rel="modulepreload"]');
  expect([...preloads].map((link) => link.getAttribute('href'))).toEqual(scripts);
  vi.doUnmock('#web/routing/import-in-tasks.ts');
});

it('a press before the form is loaded opens it as soon as it is', async () => {
  const form = replaceForm();
  await openCampaign();
  click(button(0));
  expect([isBusy(button(0)), isOpen()]).toEqual([true, false]);
  form.arrive();
  await untilOpen();
  expect(isBusy(button(0))).toBe(false);
});

it('a form that was closed opens at the next press', async () => {
  replaceForm().arrive();
  await openCampaign();
  click(button(0));
  await untilOpen();
  click(findText('button', CLOSE));
  expect(isOpen()).toBe(false);
  click(button(-1));
  expect(isOpen()).toBe(true);
});

it('why the form did not load is said once a button is pressed, beside that button', async () => {
  replaceForm().fail();
  await openCampaign();
  await settle();
  expect(message()).toBeUndefined();
  for (const place of [0, -1]) {
    click(button(place));
    await waitFor(tryAgain);
    expect(button(place).parentElement?.contains(message() ?? null)).toBe(true);
    expect(isBusy(button(place))).toBe(false);
  }
  await settle();
  expect(reload).not.toHaveBeenCalled();
});

it('another button tries again, and says nothing of the try before', async () => {
  await fail();
  const form = replaceForm();
  click(button(-1));
  expect([isBusy(button(-1)), message()]).toEqual([true, undefined]);
  form.arrive();
  await untilOpen();
});

it('a second press loads the page again, which opens the form once', async () => {
  await fail();
  click(button(0));
  await untilReload();
  expect(history.state).toMatchObject(ENTRY);
  replaceForm().arrive();
  await openCampaign();
  expect(document.activeElement).toBe(button(0));
  await untilOpen();
  await openCampaign();
  expect(document.activeElement).toBe(document.body);
  expect([isBusy(button(0)), isOpen()]).toEqual([false, false]);
});

it('Try again without a network keeps the page, says the reason again and can be repeated', async () => {
  await fail();
  const before = message();
  disconnect();
  click(tryAgain());
  await waitFor(() => expect(isBusy(tryAgain())).toBe(false));
  expect(message()?.textContent).toBe(before?.textContent);
  // A screen reader reads a new element only.
  expect(message()).not.toBe(before);
  expect(reload).not.toHaveBeenCalled();
  serve(CURRENT);
  click(tryAgain());
  await untilReload();
});

it('a page that was opened since is not loaded again', async () => {
  await fail();
  let answer = () => {};
  vi.stubGlobal(
    'fetch',
    () =>
      new Promise((resolve) => {
        answer = () => resolve(new Response(CURRENT));
      }),
  );
  click(tryAgain());
  act(() => history.pushState(null, '', '#/about'));
  answer();
  await waitFor(() => expect(isBusy(tryAgain())).toBe(false));
  expect(reload).not.toHaveBeenCalled();
});

it('a press after a new version was deployed loads the page again, which opens the form', async () => {
  serve(UPDATED);
  replaceForm().fail();
  await openCampaign();
  click(button(0));
  await untilReload();
  replaceForm().arrive();
  await openCampaign();
  await untilOpen();
});

it('who would rather try than talk is led to the sign-up', async () => {
  replaceForm();
  await openCampaign();
  expect(findText('main a', campaignContent.tryFree).getAttribute('href')).toBe('/checkout');
});
