import { escapeMarkup } from './escape-markup.ts';
import { addressOf, type HeadPage } from './head-page.ts';
import { updatedOn } from './page-dates.ts';

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
