let isFirstView = true;

/** The first page of a visit is shown. */
export const endArrival = (): void => {
  isFirstView = false;
};

/**
 * Whether the page is what the document was opened with. Focus then stays where the browser put it,
 * at the document's beginning, so that the first Tab leads to the way past the header.
 */
export const isArriving = (): boolean => isFirstView;
