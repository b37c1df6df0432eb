import * as storageKeys from '#contract/storage-keys.ts';

/** How the document was opened, when, its address, and the page with the link: separated by spaces, of which URLs have none. */
export const arrivalNote = (): string => {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return [load?.type, Date.now(), location.href, document.referrer].join(' ');
};

/** Notes the arrival in a line below what is known, because the visitor may leave before the app runs. */
export const noteArrival = (): void => {
  try {
    const known = sessionStorage.getItem(storageKeys.attribution) ?? '';
    sessionStorage.setItem(storageKeys.attribution, `${known}\n${arrivalNote()}`);
  } catch {
    // The app reads the address of the present document.
  }
};
