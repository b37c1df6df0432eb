import { CHUNK_TIMEOUT_MS } from './load-page.ts';

/** The document of today; nothing without an answer in the time that a chunk has, too. */
const fetchDocument = async (): Promise<string | undefined> => {
  try {
    const signal = AbortSignal.timeout(CHUNK_TIMEOUT_MS);
    const answer = await fetch(location.pathname, { cache: 'no-store', signal });
    return answer.ok ? await answer.text() : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Whether a new version of the site was deployed since this page was opened, whose chunks are gone
 * then: the document of today no longer names the script that runs here. Without an answer, `false`.
 */
export const isRenewed = async (): Promise<boolean> => {
  const { pathname } = new URL(import.meta.url);
  const document = await fetchDocument();
  return document !== undefined && !document.includes(pathname);
};

/** Loads the page anew if a new version is there; what was typed in a sign-up is in its draft. */
export const reloadIfRenewed = async (): Promise<void> => {
  if (await isRenewed()) location.reload();
};

/** Whether the page could be loaded anew now. */
export const isReachable = async (): Promise<boolean> => (await fetchDocument()) !== undefined;
