import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { TestRunner } from 'vitest';

/** A user with a browser context of their own. */
export interface Visitor {
  page: Page;
  /** Allows console lines that match, such as those of a failed response the journey provokes. */
  expectConsole(line: RegExp): void;
}

/** A visitor as the fixture sees them. */
export interface OpenVisitor extends Visitor {
  context: BrowserContext;
  /** The console warnings and errors of every page and tab that were not expected. */
  unexpectedLines(): string[];
}

/** Generous for slow machines: a step that takes longer is stuck. */
const STEP_TIMEOUT_MS = 30_000;

let visitors = 0;

/**
 * Opens a browser context with one page and a network of its own. Its trace has the actions and
 * console lines; that of a retry also has the DOM, requests and a film, which cost a fifth more time.
 */
export const openVisitor = async (
  browser: Browser,
  url: string,
  options: BrowserContextOptions,
): Promise<OpenVisitor> => {
  visitors += 1;
  const network = `10.0.${visitors >> 8}.${visitors & 255}`;
  const context = await browser.newContext({
    baseURL: url,
    extraHTTPHeaders: { 'X-Forwarded-For': network },
    ...options,
  });
  context.setDefaultTimeout(STEP_TIMEOUT_MS);
  const lines: string[] = [];
  const expected: RegExp[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') lines.push(message.text());
  });
  context.on('weberror', (error) => lines.push(String(error.error())));
  const isRetry = Boolean(TestRunner.getCurrentTest()?.result?.retryCount);
  await context.tracing.start({ sources: true, snapshots: isRetry, screenshots: isRetry });
  return {
    context,
    page: await context.newPage(),
    expectConsole: (line) => expected.push(line),
    unexpectedLines: () => lines.filter((line) => !expected.some((known) => known.test(line))),
  };
};
