import { CHUNK_TIMEOUT_MS } from './load-page.ts';

/** The HTML that the server sends now; `undefined` on any failure or after the chunk timeout. */
const fetchDocument = async (): Promise<string | undefined> => {
  try {
    const signal = AbortSignal.timeout(CHUNK_TIMEOUT_MS);
    const response = await fetch(location.pathname, { cache: 'no-store', signal });
    return response.ok ? await response.text() : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Whether a new version of the site was deployed since this document was loaded: the current HTML no
 * longer names the running script. The old version's chunks are then gone. `false` when unreachable.
 */
export const isUpdated = async (): Promise<boolean> => {
  const { pathname } = new URL(import.meta.url);
  const html = await fetchDocument();
  return html !== undefined && !html.includes(pathname);
};

/** Reloads the page when a new version was deployed. Drafts keep what was typed. */
export const reloadIfUpdated = async (): Promise<void> => {
  if (await isUpdated()) location.reload();
};

/** Whether a reload would reach the server now. */
export const isReachable = async (): Promise<boolean> => (await fetchDocument()) !== undefined;
