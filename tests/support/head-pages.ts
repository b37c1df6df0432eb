import type { HeadPage } from '#build/site/sitemap.ts';
import { routes } from '#web/routing/routes.tsx';

/** Every route as search engines see it. */
export const headPages: HeadPage[] = Object.entries(routes).map(
  ([path, { title, description, isListed = true }]) => ({ path, title, description, isListed }),
);

export const listedPages: HeadPage[] = headPages.filter(({ isListed }) => isListed);
