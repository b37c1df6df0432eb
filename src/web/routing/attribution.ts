import * as storageKeys from '#contract/storage-keys.ts';
import { currentPath, currentSearch, hashSearch, watchLocation } from './hash-location.ts';

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

const SOURCE = /^(?:utm_(?:source|medium|campaign|term|content)|gclid|fbclid|msclkid)=./;

const sourcesOf = (search: string): string[] =>
  `${new URLSearchParams(search)}`.split('&').filter((parameter) => SOURCE.test(parameter));

/** Replaces the stored value where the browser forbids storage; a reload loses it. */
let fallback: Arrivals | undefined;

/** The first visit of this tab, and the last one of which an address or another site said something. */
export const readArrivals = (): Arrivals | undefined => {
  try {
    const stored = sessionStorage.getItem(storageKeys.attribution);
    return stored === null ? fallback : JSON.parse(stored);
  } catch {
    return fallback;
  }
};

const store = (sources: string[], referrer: string): void => {
  const last = {
    search: sources.join('&'),
    referrer,
    landing: currentPath(),
    at: new Date().toISOString(),
  };
  const arrivals = { first: readArrivals()?.first ?? last, last };
  try {
    sessionStorage.setItem(storageKeys.attribution, JSON.stringify(arrivals));
  } catch {
    fallback = arrivals;
  }
};

/**
 * Captures the visit of this document, and of addresses that are opened in it later. A reload, Back, and an arrival
 * of which neither the address nor another site says anything change nothing after the first visit.
 */
export const captureArrivals = (): void => {
  const { referrer } = document;
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const sources = sourcesOf(currentSearch());
  const isForeign = referrer !== '' && !referrer.startsWith(`${location.origin}/`);
  const isArrival = load?.type === 'navigate' && (isForeign || sources.length > 0);
  if (isArrival || !readArrivals()) store(sources, isForeign ? referrer : '');
  // The query in front of the hash stays there: only the one inside it can be new.
  watchLocation(() => {
    const opened = sourcesOf(hashSearch());
    const known = `&${readArrivals()?.last.search}&`;
    if (opened.some((parameter) => !known.includes(`&${parameter}&`))) store(opened, '');
  });
};
