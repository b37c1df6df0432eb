import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { openSite, type Site, type Visitor } from './site.ts';

/** What a journey has at hand, from its first line on. */
interface Journey {
  readonly site: Site;
  readonly visitor: Visitor;
  readonly page: Page;
}

/**
 * One site for all tests of a file, and for each of them a visitor, whom `prepare` gets before they
 * go anywhere.
 */
export const openJourney = (prepare: (visitor: Visitor) => unknown = () => {}): Journey => {
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
