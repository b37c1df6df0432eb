import { navigate } from './hash-location.ts';

/** The properties that a click event of React and one of the DOM share. */
type LinkClick = Pick<
  MouseEvent,
  'target' | 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey' | 'preventDefault'
>;

/**
 * Click handler for links in markup that React doesn't render. It navigates as a `Link` of the calls
 * to action does: the state has an empty email address, and the plan of `data-plan`. A click with a
 * modifier key or another button is left to the browser.
 */
export const followLink = (event: LinkClick): void => {
  const { target, button, metaKey, ctrlKey, shiftKey, altKey } = event;
  const link = target instanceof Element ? target.closest<HTMLElement>('a[href^="#"]') : null;
  if (!link || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
  event.preventDefault();
  const { plan } = link.dataset;
  const state = { email: '', ...(plan && { plan }) };
  navigate((link.getAttribute('href') ?? '').slice(1), { state });
};
