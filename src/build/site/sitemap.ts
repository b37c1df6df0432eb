import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { escapeMarkup } from '../fill-placeholders.ts';
import { parseLegal } from '../legal/parse-legal.ts';
import { ROOT } from '../root.ts';
import { addressOf, type HeadPage } from './head-page.ts';

/**
 * The day (UTC) on which the text of each listed page last changed. `tests/build/search/page-texts.test.ts`
 * fails if the text changes and the day does not.
 */
const days: Record<string, string> = {
  '/': '2026-11-23',
  '/checkout': '2026-11-25',
  '/demo': '2026-11-23',
  '/campaign': '2026-11-23',
  '/about': '2026-11-23',
  '/pricing': '2026-11-23',
  '/login': '2026-11-25',
  '/forgotPassword': '2026-11-23',
};

/** `2024-01-12` for `January 12, 2024`; throws RangeError for anything else than a date. */
const toIsoDay = (text: string): string => new Date(`${text} UTC`).toISOString().slice(0, 10);

/**
 * The day on which a listed page last changed, as ISO 8601. A legal page states its own.
 *
 * @throws Error if no day is recorded
 */
export const updatedOn = (path: string): string => {
  const legalText = join(ROOT, 'src', 'web', 'content', 'legal', `${path}.md`);
  if (existsSync(legalText))
    return toIsoDay(parseLegal(path, readFileSync(legalText, 'utf8')).lastUpdated);
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
