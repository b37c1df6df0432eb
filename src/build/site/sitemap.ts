import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as brand from '../../contract/brand.ts';
import { escapeMarkup } from '../fill-placeholders.ts';
import { newestDayOf, parseLegal } from '../legal/parse-legal.ts';
import { ROOT } from '../root.ts';

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

/**
 * The day (UTC) on which the text of each listed page last changed. `tests/build/search/page-texts.test.ts`
 * fails if the text changes and the day does not.
 */
const days: Record<string, string> = {
  '/': '2026-11-29',
  '/checkout': '2026-11-25',
  '/demo': '2026-11-26',
  '/campaign': '2026-11-26',
  '/about': '2026-11-25',
  '/pricing': '2026-11-29',
  '/login': '2026-11-26',
  '/forgotPassword': '2026-11-25',
};

/**
 * The day on which a listed page last changed, as ISO 8601. A legal page states its own, in
 * the newest line below its title.
 *
 * @throws Error if no day is recorded
 */
export const updatedOn = (path: string): string => {
  const legalText = join(ROOT, 'src', 'web', 'content', 'legal', `${path}.md`);
  if (existsSync(legalText)) return newestDayOf(parseLegal(path, readFileSync(legalText, 'utf8')));
  const day = days[path];
  if (!day) throw new Error(`sitemap.ts has no date for ${path}`);
  return day;
};

/** The text of `sitemap.xml`: the URL and the last change of every listed page (sitemaps.org). */
export const sitemap = (pages: readonly HeadPage[]): string => {
  const entries = pages
    .filter(({ isListed }) => isListed)
    .map(
      ({ path }) => `  <url>
    <loc>${escapeMarkup(addressOf(path))}</loc>
    <lastmod>${updatedOn(path)}</lastmod>
  </url>
`,
    );
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('')}</urlset>
`;
};

/**
 * The text of `robots.txt`. Crawlers may read the application area, whose responses say `noindex`: a disallowed URL
 * that is linked would be listed by its URL alone. No page links to the API.
 */
export const robots = `User-agent: *
Allow: /
Disallow: /v1/
Disallow: /v2/

Sitemap: ${brand.siteAddress}sitemap.xml
`;
