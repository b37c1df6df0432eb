import type { Page, Request } from 'playwright-core';
import { findSecrets } from '../server/find-secrets.ts';

/** Something that a browser stored or displayed, and where. */
interface RecordedText {
  place: string;
  text: string;
}

/** Records everything that a page stores or displays, including transient values. */
export interface BrowserRecorder {
  /** The places where any of these secrets was recorded. */
  placesOf(secrets: Iterable<string>): string[];
  /** Whether a text was recorded at a place. */
  hasRecorded(place: string, text: string): boolean;
  /** The request bodies that were sent to a path. */
  bodiesTo(path: string): string[];
  /** Records the current state of the page. */
  look(): Promise<void>;
}

/** Runs before a page's own scripts: reports every write to the storages and the history. */
const reportWrites = () => {
  const report = (place: string, ...values: unknown[]) =>
    Reflect.get(window, 'recordText')(place, JSON.stringify(values));
  const setItem = Storage.prototype.setItem;
  Storage.prototype.setItem = function setItemAndReport(key, value) {
    report(this === localStorage ? 'local storage' : 'session storage', key, value);
    setItem.call(this, key, value);
  };
  for (const name of ['pushState', 'replaceState'] as const) {
    const change = history[name];
    history[name] = function changeAndReport(state, unused, url) {
      report('history', state, String(url));
      change.call(this, state, unused, url);
    };
  }
};

/** Reads the current state, including what was written without the patched functions. */
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

/** Starts recording; call it before the first navigation. */
export const recordBrowser = async (page: Page): Promise<BrowserRecorder> => {
  const recorded: RecordedText[] = [];
  const requests: Request[] = [];
  const record = (place: string, text: string) => {
    recorded.push({ place, text: Buffer.from(text).toString('latin1') });
  };
  await page.exposeBinding('recordText', (_source, place: string, text: string) =>
    record(place, text),
  );
  await page.addInitScript(reportWrites);
  page.on('framenavigated', (frame) => record('URL bar', frame.url()));
  page.on('request', (request) => {
    requests.push(request);
    record('referrer', request.headers()['referer'] ?? '');
  });
  return {
    placesOf: (secrets) => [
      ...new Set(
        recorded
          .filter(({ text }) => findSecrets(text, secrets).length > 0)
          .map(({ place }) => place),
      ),
    ],
    hasRecorded: (place, text) =>
      recorded.some((entry) => entry.place === place && entry.text.includes(text)),
    bodiesTo: (path) =>
      requests
        .filter((request) => new URL(request.url()).pathname === path)
        .map((request) => request.postData() ?? ''),
    async look() {
      for (const [place, text] of Object.entries(await page.evaluate(readAll))) record(place, text);
    },
  };
};
