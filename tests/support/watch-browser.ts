import type { Page, Request } from 'playwright-core';
import { findSecrets } from './find-secrets.ts';

/** What a browser kept or showed, by where that was. */
interface Kept {
  place: string;
  text: string;
}

/** Sees all that the pages of a browser window leave behind: nothing that is there for a moment is missed. */
export interface BrowserWatch {
  /** Where any of these secrets was seen, without repeating it. */
  placesOf(secrets: Iterable<string>): string[];
  /** Whether a text was seen at a place. */
  saw(place: string, text: string): boolean;
  /** The bodies that were sent to a path. */
  bodiesTo(path: string): string[];
  /** Looks at what is there just now. */
  look(): Promise<void>;
}

/** Tells of everything that scripts put into the storages and the history, before a page runs. */
const tellWhatIsKept = () => {
  const tell = (place: string, ...values: unknown[]) =>
    Reflect.get(window, 'noteKept')(place, JSON.stringify(values));
  const setItem = Storage.prototype.setItem;
  Storage.prototype.setItem = function setItemAndTell(key, value) {
    tell(this === localStorage ? 'local storage' : 'session storage', key, value);
    setItem.call(this, key, value);
  };
  for (const name of ['pushState', 'replaceState'] as const) {
    const change = history[name];
    history[name] = function changeAndTell(state, unused, url) {
      tell('history', state, String(url));
      change.call(this, state, unused, url);
    };
  }
};

/** What a page holds at the end: also what was put there in some other way. */
const readAll = async () => ({
  'local storage': JSON.stringify({ ...localStorage }),
  'session storage': JSON.stringify({ ...sessionStorage }),
  history: JSON.stringify(history.state),
  'URL bar': location.href,
  'readable cookies': document.cookie.replace(/XSRF-TOKEN=[^;]*/, ''),
  referrer: document.referrer,
  title: document.title + window.name,
  databases: JSON.stringify(await indexedDB.databases()) + (await caches.keys()).join(),
});

/** Begins to watch, before the window goes anywhere. */
export const watchBrowser = async (page: Page): Promise<BrowserWatch> => {
  const kept: Kept[] = [];
  const requests: Request[] = [];
  const note = (place: string, text: string) => {
    kept.push({ place, text: Buffer.from(text).toString('latin1') });
  };
  await page.exposeBinding('noteKept', (_source, place: string, text: string) => note(place, text));
  await page.addInitScript(tellWhatIsKept);
  page.on('framenavigated', (frame) => note('URL bar', frame.url()));
  page.on('request', (request) => {
    requests.push(request);
    note('referrer', request.headers()['referer'] ?? '');
  });
  return {
    placesOf: (secrets) => [
      ...new Set(
        kept.filter(({ text }) => findSecrets(text, secrets).length > 0).map(({ place }) => place),
      ),
    ],
    saw: (place, text) => kept.some((entry) => entry.place === place && entry.text.includes(text)),
    bodiesTo: (path) =>
      requests
        .filter((request) => new URL(request.url()).pathname === path)
        .map((request) => request.postData() ?? ''),
    async look() {
      for (const [place, text] of Object.entries(await page.evaluate(readAll))) note(place, text);
    },
  };
};
