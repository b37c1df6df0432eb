import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { updatedOn } from '#build/site/sitemap.ts';
import { listedPages } from '#tests/support/head-pages.ts';
import { mainOf, prerenderPage, textOf } from '#tests/support/prerender-page.ts';
import { shortlistTime } from '#web/content/campaign-claims.ts';

const APPROVED = join(import.meta.dirname, '..', '..', 'approved', 'public-pages');
/** Legal texts state their own date and have approved texts of their own. */
const LEGAL = ['/terms', '/subscription-agreement', '/privacy'];
const today = new Date().toISOString().slice(0, 10);

/** A promise of the shortlist's time that does not say "as soon as". */
const unconditional = new RegExp(`(?<!as soon as\\s)${shortlistTime.figure}`, 'i');

const pages = listedPages.filter(({ path }) => !LEGAL.includes(path));

test.each(pages)('the text of $path is the approved one, and is dated', async (page) => {
  const { path, title, description } = page;
  const file = join(APPROVED, `${path === '/' ? 'home' : path.slice(1)}.txt`);
  const main = textOf(mainOf(await prerenderPage(path)));
  expect(main.split('\n').length).toBeGreaterThan(3);
  expect(main).not.toMatch(unconditional);
  const date = updatedOn(path);
  const text = `Updated ${date}\n\n${title}\n${description}\n\n${main}\n`;
  if (existsSync(file) && date !== today) {
    const [approvedDate, ...approved] = readFileSync(file, 'utf8').split('\n');
    const [newDate, ...lines] = text.split('\n');
    if (approved.join('\n') !== lines.join('\n'))
      expect(
        newDate,
        `The text of ${path} has changed: write ${today} for it into src/build/site/sitemap.ts, then approve the text (npx vitest run --project=unit tests/build/search/page-texts.test.ts -u)`,
      ).not.toBe(approvedDate);
  }
  await expect(text).toMatchFileSnapshot(file);
});
