let isInitial = true;

/** Marks the end of the initial view: the first page of this document is mounted. */
export const endInitialView = (): void => {
  isInitial = false;
};

/**
 * Whether the first page of this document is being mounted. Focus then stays at the start of the
 * document, so that the first Tab reaches the skip link.
 */
export const isInitialView = (): boolean => isInitial;
