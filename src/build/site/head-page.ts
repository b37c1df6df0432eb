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
