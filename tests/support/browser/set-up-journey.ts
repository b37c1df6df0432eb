import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { openSite, type Site, type Visitor } from './site.ts';

/** The fixtures of a journey. */
interface Journey {
  readonly site: Site;
  readonly visitor: Visitor;
  readonly page: Page;
}

/**
 * Opens one site for all tests of a file and a new visitor for each test.
 *
 * @param prepare runs on each visitor before its first navigation
 */
export const setUpJourney = (prepare: (visitor: Visitor) => unknown = () => {}): Journey => {
  let site: Site;
  let visitor: Visitor;
  beforeAll(async () => {
    site = await openSite();
  });
  beforeEach(async () => {
    visitor = await site.visitor();
    await prepare(visitor);
  });
  afterEach(() => visitor.leave());
  afterAll(() => site?.close());
  return {
    get site() {
      return site;
    },
    get visitor() {
      return visitor;
    },
    get page() {
      return visitor.page;
    },
  };
};
