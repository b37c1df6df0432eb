import * as brand from '../../contract/brand.ts';

/** A page as search engines and link previews see it; its entry in `src/web/routing/routes.tsx`. */
export interface HeadPage {
  /** Its route: `/pricing`. */
  path: string;
  title: string;
  description: string;
  /** Whether search engines may list it. */
  isListed: boolean;
}

/** The real URL of a route. */
export const addressOf = (path: string): string => `${brand.siteAddress}${path.slice(1)}`;

/** The title without the product's name: `Pricing`; the tagline for the home page. */
export const pageName = ({ title }: Pick<HeadPage, 'title'>): string =>
  title.replace(`${brand.name}: `, '').replace(` · ${brand.name}`, '');

/** Size of every social image in pixels, as Open Graph recommends. */
export const SOCIAL_WIDTH = 1200;
export const SOCIAL_HEIGHT = 630;

/** The file of a page's social image below the site's root: `social/pricing.png`. */
export const socialImageFile = (path: string): string =>
  `social/${path === '/' ? 'home' : path.slice(1).replaceAll('/', '-')}.png`;
