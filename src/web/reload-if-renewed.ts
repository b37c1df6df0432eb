/**
 * A page that was open while a new version was deployed asks for chunks that are gone. It is loaded
 * anew when the document of today no longer names the script that runs here; what was typed in a
 * sign-up is in its draft. Without an answer, nothing happens: the visitor is told why as it is.
 */
export const reloadIfRenewed = async (): Promise<void> => {
  const { pathname } = new URL(import.meta.url);
  try {
    const answer = await fetch(location.pathname, { cache: 'no-store' });
    const document = await answer.text();
    if (answer.ok && !document.includes(pathname)) location.reload();
  } catch {
    // No network: the same reason that the visitor reads.
  }
};
