import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { escapeMarkup } from '../fill-placeholders.ts';
import { newestDayOf, parseLegal } from '../legal/parse-legal.ts';
import { ROOT } from '../root.ts';
import { addressOf, type HeadPage } from './head-page.ts';

/**
 * The day (UTC) on which the text of each listed page last changed. `tests/build/search/page-texts.test.ts`
 * fails if the text changes and the day does not.
 */
const days: Record<string, string> = {
  '/': '2026-11-26',
  '/checkout': '2026-11-25',
  '/demo': '2026-11-26',
  '/campaign': '2026-11-26',
  '/about': '2026-11-25',
  '/pricing': '2026-11-26',
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
