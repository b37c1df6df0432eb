import { pathIn } from './hash-location.ts';
import { pageAt } from './routes.tsx';

const preload = ({ target }: Event): void => {
  const link = target instanceof Element ? target.closest('a[href^="#"]') : null;
  if (link) void pageAt(pathIn(link.getAttribute('href') ?? '')).chunk.load();
};

/** Loads the chunk of a link's page when the link is hovered, focused or touched. */
export const preloadLinks = (): void => {
  for (const type of ['pointerover', 'focusin', 'touchstart'])
    document.addEventListener(type, preload, { passive: true });
};
