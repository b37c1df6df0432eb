import { navigate } from './location.ts';
import { type Click, isPlainClick } from './ui/is-plain-click.ts';

/**
 * Follows a link of markup that no component made, if it was one that was clicked: it carries what
 * every call to action does, and a plan if it has one.
 */
export const followLink = (
  event: Click & { target: EventTarget | null; preventDefault(): void },
): void => {
  const link =
    event.target instanceof Element ? event.target.closest<HTMLElement>('a[href^="#"]') : null;
  if (!link || !isPlainClick(event)) return;
  event.preventDefault();
  const { plan } = link.dataset;
  const state = { email: '', ...(plan && { plan }) };
  navigate((link.getAttribute('href') ?? '').slice(1), { state });
};
