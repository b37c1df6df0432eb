import * as storageKeys from '#contract/storage-keys.ts';

/** How the document was opened, when, its address, and the page with the link: separated by spaces, of which URLs have none. */
const arrivalNote = (): string => {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return [load?.type, Date.now(), location.href, document.referrer].join(' ');
};

/**
 * Notes the arrival for the app. Who leaves before the app runs takes the note along in the storage, in a line below
 * what is known: not earlier, because the first paint would wait for the storage.
 */
export const noteArrival = (): void => {
  const note = arrivalNote();
  globalThis.arrival = note;
  const keep = (): void => {
    if (globalThis.arrival === undefined) return;
    try {
      const known = sessionStorage.getItem(storageKeys.attribution) ?? '';
      sessionStorage.setItem(storageKeys.attribution, `${known}\n${note}`);
    } catch {
      // The next document has its own.
    }
  };
  addEventListener('pagehide', keep, { once: true });
};
