import { navigate } from './hash-location.ts';
import { INTERNAL_LINK, internalLink, routeOf } from './internal-link.ts';
import { pageAt } from './routes.tsx';

/**
 * Click listener for links in markup that React doesn't render. It navigates as a `Link` of the calls
 * to action does: the state has an empty email address, and the plan of `data-plan`.
 */
export const followLink = (event: MouseEvent): void => {
  const link = internalLink(event);
  if (!link) return;
  event.preventDefault();
  const { plan } = link.dataset;
  navigate(routeOf(link), { state: { email: '', ...(plan && { plan }) } });
};

const preload = ({ target }: Event): void => {
  const link = target instanceof Element && target.closest<HTMLAnchorElement>(INTERNAL_LINK);
  if (link) void pageAt(link.pathname).chunk.load();
};

/** Loads the chunk of a link's page when the link is hovered, focused or touched. */
export const preloadLinks = (): void => {
  for (const type of ['pointerover', 'focusin', 'touchstart'])
    document.addEventListener(type, preload, { passive: true });
};
