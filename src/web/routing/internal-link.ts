/** Links to pages, which have their real addresses: `/pricing`. The application may have one like it. */
export const INTERNAL_LINK = 'a[href^="/"]:not([rel="external"])';

/**
 * The link to a page of the site that a click follows in this tab; `undefined` for other links, for a
 * click with a modifier key or another button, and for one that is handled
 * already.
 */
export const internalLink = (event: Event): HTMLAnchorElement | undefined => {
  const { target, defaultPrevented, button, metaKey, ctrlKey, shiftKey, altKey } =
    event as MouseEvent;
  if (defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey)
    return undefined;
  const link = target instanceof Element && target.closest<HTMLAnchorElement>(INTERNAL_LINK);
  return link || undefined;
};

/** The route of a link: `/checkout?plan=pro`. */
export const routeOf = ({ pathname, search }: HTMLAnchorElement): string => pathname + search;
