import type { BrowserContextOptions, Page } from 'playwright-core';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  expect,
  type RunnerTestCase,
  type RunnerTestFile,
} from 'vitest';
import { recordFailure } from './failure-record.ts';
import { recordPages } from './record-pages.ts';
import { openSite, type Site, type SiteOptions } from './site.ts';
import type { Visitor } from './visitor.ts';

/** Closes what a test opened; throws if a console or the server has complained. */
const endTest = async (site: Site, test: RunnerTestCase): Promise<void> => {
  const visitors = site.takeVisitors();
  const complaints = [
    ...visitors.flatMap((visitor) => visitor.unexpectedLines()).map((line) => `Console: ${line}`),
    ...site.takeWarnings().map((line) => `Server: ${line}`),
  ];
  const { state, errors = [] } = test.result ?? {};
  const hasFailed = state === 'fail' || complaints.length > 0;
  const folder = hasFailed ? await recordFailure(test, visitors) : '';
  await Promise.all(visitors.map(({ context }) => context.close()));
  const record = `Trace and screenshots: ${folder}`;
  const last = errors.at(-1);
  if (last) last.message += `\n\n${record}`;
  if (complaints.length > 0) throw new Error([...complaints, record].join('\n'));
};

/**
 * Opens one site for all tests of a file, and closes the visitors of each test after it. A failed
 * test leaves its traces and screenshots.
 */
export const setUpSite = (options: SiteOptions = {}): { readonly site: Site } => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite(options);
  });
  let file: RunnerTestFile | undefined;
  afterEach(({ task }) => {
    file = task.file;
    return endTest(site, task);
  });
  afterAll(async () => {
    await site?.close();
    expect(site?.takeWarnings()).toEqual([]);
    if (file) recordPages(file, options.dist, site.requestedPaths);
  });
  return {
    get site() {
      return site;
    },
  };
};

/** The fixtures of a journey. */
interface Journey {
  readonly site: Site;
  readonly visitor: Visitor;
  readonly page: Page;
}

interface JourneyOptions extends SiteOptions {
  /** The browser of each visitor. */
  context?: BrowserContextOptions;
  /** Runs on each visitor before its first navigation. */
  prepare?(visitor: Visitor): unknown;
}

/** Opens one site for all tests of a file and a new visitor for each test. */
export const setUpJourney = ({ context, prepare, ...options }: JourneyOptions = {}): Journey => {
  const journey = setUpSite(options);
  let visitor: Visitor;
  beforeEach(async () => {
    visitor = await journey.site.visitor(context);
    await prepare?.(visitor);
  });
  return {
    get site() {
      return journey.site;
    },
    get visitor() {
      return visitor;
    },
    get page() {
      return visitor.page;
    },
  };
};
