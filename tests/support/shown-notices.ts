declare global {
  /** Given by the walker: what a page has just shown, such as `alert: Unknown Error`. */
  var tellShown: ((notice: string) => void) | undefined;
}

/**
 * Runs in a page, before its own scripts, and tells each notice as it comes up: the text of a dialog
 * that wants an answer, and of a toast, which is both spoken and seen. Self-contained.
 */
export const tellShownNotices = (): void => {
  const TOASTS = 'section[aria-label="Notifications"] li p';
  const isSeen = (text: string) =>
    [...document.querySelectorAll(TOASTS)].some(
      (toast) => toast.textContent === text && toast.checkVisibility(),
    );
  const tell = (said: Element) => {
    const region = said.closest('[role="alertdialog"], [role="status"], [role="alert"]');
    const role = region?.getAttribute('role');
    const text = said.textContent ?? '';
    if (role === 'alertdialog' && said.checkVisibility()) globalThis.tellShown?.(`dialog: ${text}`);
    else if (role && isSeen(text)) globalThis.tellShown?.(`${role}: ${text}`);
  };
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes)
      for (const node of [target.nodeType === Node.TEXT_NODE ? target : undefined, ...addedNodes]) {
        const near = node instanceof Element ? node : node?.parentElement;
        if (!near) continue;
        const within = near.closest('p');
        for (const said of within ? [within] : near.querySelectorAll('p')) tell(said);
      }
  }).observe(document, { childList: true, subtree: true, characterData: true });
};
