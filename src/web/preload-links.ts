import { pathIn } from './location.ts';
import { pageAt } from './routes.tsx';

const preload = ({ target }: Event): void => {
  const link = target instanceof Element ? target.closest('a[href^="#"]') : null;
  if (link) void pageAt(pathIn(link.getAttribute('href') ?? '')).chunk.load();
};

/** Loads the page behind a link of ours when it is pointed at, focused or touched. */
export const preloadLinks = (): void => {
  for (const type of ['pointerover', 'focusin', 'touchstart'])
    document.addEventListener(type, preload, { passive: true });
};
