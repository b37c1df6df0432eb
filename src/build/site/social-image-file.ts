/** Size of every social image in pixels, as Open Graph recommends. */
export const SOCIAL_WIDTH = 1200;
export const SOCIAL_HEIGHT = 630;

/** The file of a page's social image below the site's root: `social/pricing.png`. */
export const socialImageFile = (path: string): string =>
  `social/${path === '/' ? 'home' : path.slice(1).replaceAll('/', '-')}.png`;
