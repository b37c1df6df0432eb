import { navigate } from './hash-location.ts';
import { internalLink, routeOf } from './internal-link.ts';

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
