import * as storageKeys from '#contract/storage-keys.ts';
import {
  currentPath,
  currentSearch,
  ENTRY_KEY,
  hashSearch,
  watchLocation,
} from './hash-location.ts';

// Every page loads this: what the server is told is made of it by the forms.

/** A visit, as the address and the browser tell it. */
interface Arrival {
  /** The parameters that say where it comes from: `utm_source=x&gclid=1`. */
  search: string;
  /** URL of the page with the link; empty without one. */
  referrer: string;
  /** Path of the page that was opened. */
  landing: string;
  /** ISO 8601. */
  at: string;
}

interface Arrivals {
  first: Arrival;
  last: Arrival;
}

// White space alone is no value.
const SOURCE = /^(?:utm_(?:source|medium|campaign|term|content)|gclid|fbclid|msclkid)=(?!\+*$)/;

const sourcesOf = (search: string): string[] =>
  `${new URLSearchParams(search)}`.split('&').filter((parameter) => SOURCE.test(parameter));

/** Replaces the stored value where the browser forbids storage; a reload loses it. */
let fallback = '';

/** What is known, as JSON, and a line for each document that was left before the app ran. */
const readLines = (): string[] => {
  try {
    return (sessionStorage.getItem(storageKeys.attribution) ?? fallback).split('\n');
  } catch {
    return fallback.split('\n');
  }
};

const isArrival = (value: unknown): value is Arrival =>
  ['search', 'referrer', 'landing', 'at'].every(
    (key) => typeof Reflect.get(Object(value), key) === 'string',
  );

/** The first visit of this tab, and the last one of which an address or another site said something. */
export const readArrivals = (): Arrivals | undefined => {
  try {
    const { first, last } = JSON.parse(readLines()[0] ?? '');
    return isArrival(first) && isArrival(last) ? { first, last } : undefined;
  } catch {
    return undefined;
  }
};

const write = (known: string): void => {
  try {
    sessionStorage.setItem(storageKeys.attribution, known);
  } catch {
    fallback = known;
  }
};

const store = (last: Arrival): void =>
  write(JSON.stringify({ first: readArrivals()?.first ?? last, last }));

/** A reload and Back are no arrivals, nor is one of which neither the address nor another site says anything. */
const take = (note: string): void => {
  const [type, time, href = '', page = ''] = note.split(' ');
  const address = new URL(href);
  const referrer = page.startsWith(`${address.origin}/`) ? '' : page;
  const search = sourcesOf(currentSearch(address)).join('&');
  if (readArrivals() && (type !== 'navigate' || referrer + search === '')) return;
  store({
    search,
    referrer,
    landing: currentPath(address),
    at: new Date(Number(time)).toISOString(),
  });
};

/** Captures the visits that were noted, that of this document, and of addresses that are opened in it later. */
export const captureArrivals = (): void => {
  const notes = readLines().slice(1);
  for (const note of [...notes, globalThis.arrival ?? ''])
    try {
      take(note);
    } catch {
      // Not our note.
    }
  globalThis.arrival = undefined;
  if (notes.length > 0) write(readLines()[0] ?? '');
  // The query in front of the hash stays there: only the one inside it can be new. An entry that Back opens has a key.
  watchLocation(() => {
    if (history.state?.[ENTRY_KEY]) return;
    const sources = sourcesOf(hashSearch());
    const last = `&${readArrivals()?.last.search}&`;
    if (sources.some((parameter) => !last.includes(`&${parameter}&`)))
      store({
        search: sources.join('&'),
        referrer: '',
        landing: currentPath(),
        at: new Date().toISOString(),
      });
  });
};
