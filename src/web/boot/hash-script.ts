// The build inlines this script in the head of home's document. On a visit to the hash address of
// another page, it fetches that page's own document, which has the markup and styles to show.

import { currentPath } from '#web/routing/hash-location.ts';

/** The paths of the pages to fetch. The build fills it in. */
declare const __ADDRESSES__: string[];

const fetchPage = async (path: string): Promise<string | undefined> => {
  try {
    const response = await fetch(path);
    return response.ok ? await response.text() : undefined;
  } catch {
    // The app renders the page.
    return undefined;
  }
};

const path = currentPath();
if (__ADDRESSES__.includes(path)) globalThis.fetchedPage = fetchPage(path);
