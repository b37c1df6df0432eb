declare global {
  /**
   * Provided by the test: receives each notice that a page shows, such as `alert: Unknown Error`.
   */
  var reportNotice: ((notice: string) => void) | undefined;
}

/**
 * Runs in a page before its own scripts. Reports each notice as it appears: the text of an alert
 * dialog, and of a toast that is both visible and in a live region. Self-contained, because it is
 * serialized.
 */
export const reportShownNotices = (): void => {
  const TOASTS = 'section[aria-label="Notifications"] li p';
  const isSeen = (text: string) =>
    [...document.querySelectorAll(TOASTS)].some(
      (toast) => toast.textContent === text && toast.checkVisibility(),
    );
  const report = (paragraph: Element) => {
    const region = paragraph.closest('[role="alertdialog"], [role="status"], [role="alert"]');
    const role = region?.getAttribute('role');
    const text = paragraph.textContent ?? '';
    if (role === 'alertdialog' && paragraph.checkVisibility())
      globalThis.reportNotice?.(`dialog: ${text}`);
    else if (role && isSeen(text)) globalThis.reportNotice?.(`${role}: ${text}`);
  };
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes)
      for (const node of [target.nodeType === Node.TEXT_NODE ? target : undefined, ...addedNodes]) {
        const changed = node instanceof Element ? node : node?.parentElement;
        if (!changed) continue;
        const within = changed.closest('p');
        for (const paragraph of within ? [within] : changed.querySelectorAll('p'))
          report(paragraph);
      }
  }).observe(document, { childList: true, subtree: true, characterData: true });
};
