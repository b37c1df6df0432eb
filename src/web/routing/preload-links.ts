import { INTERNAL_LINK } from './internal-link.ts';
import { pageAt } from './routes.tsx';

const preload = ({ target }: Event): void => {
  const link = target instanceof Element && target.closest<HTMLAnchorElement>(INTERNAL_LINK);
  if (link) void pageAt(link.pathname).chunk.load();
};

/** Loads the chunk of a link's page when the link is hovered, focused or touched. */
export const preloadLinks = (): void => {
  for (const type of ['pointerover', 'focusin', 'touchstart'])
    document.addEventListener(type, preload, { passive: true });
};
