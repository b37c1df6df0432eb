import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import type { Page } from 'playwright-core';
import type { RunnerTestCase } from 'vitest';
import { ROOT } from '#build/root.ts';
import type { OpenVisitor } from './visitor.ts';

/** What failing browser tests leave; emptied at the start of a run. */
export const FAILURES_FOLDER = join(ROOT, '.cache', 'failures');

const PAGE_TIMEOUT_MS = 5000;
/** File systems allow 255 bytes. */
const NAME_LENGTH_MAX = 120;

/** The folder of one try of a test, named after its file and its name. */
const folderOf = ({ file, fullTestName, result }: RunnerTestCase): string => {
  const words = `${basename(file.name, '.test.ts')} ${fullTestName}`.replaceAll(/[^\w.]+/g, '-');
  const retries = result?.retryCount ?? 0;
  const suffix = retries > 0 ? `-retry-${retries}` : '';
  return join(FAILURES_FOLDER, words.slice(0, NAME_LENGTH_MAX) + suffix);
};

const recordPage = async (page: Page, path: string): Promise<void> => {
  await page.screenshot({ path: `${path}.png`, timeout: PAGE_TIMEOUT_MS });
  const html = await page.locator('html').innerHTML({ timeout: PAGE_TIMEOUT_MS });
  await writeFile(`${path}.html`, html);
};

const recordVisitor = async ({ context }: OpenVisitor, path: string): Promise<void> => {
  // A page that hangs has no screenshot; the trace has what led there.
  for (const [index, page] of context.pages().entries())
    await recordPage(page, `${path}-page-${index + 1}`).catch(() => undefined);
  await context.tracing.stop({ path: `${path}.zip` });
};

/**
 * Writes the Playwright trace of each visitor and a screenshot and the DOM of each open page.
 *
 * @returns the folder, relative to the repository
 */
export const recordFailure = async (
  test: RunnerTestCase,
  visitors: OpenVisitor[],
): Promise<string> => {
  const folder = folderOf(test);
  await mkdir(folder, { recursive: true });
  for (const [index, visitor] of visitors.entries())
    await recordVisitor(visitor, join(folder, `visitor-${index + 1}`));
  return relative(ROOT, folder);
};
