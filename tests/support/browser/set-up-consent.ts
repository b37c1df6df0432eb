import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { compressSite } from '#build/assets/compress.ts';
import { consentContent as words } from '#web/content/consent.ts';
import { optionalSite } from './optional-site.ts';
import { setUpSite } from './set-up-journey.ts';
import type { Site } from './site.ts';
import { BLOCKED, openTagServer, type TagServer } from './tag-server.ts';
import type { Visitor } from './visitor.ts';
import { waitUntilMounted } from './wait-until-mounted.ts';

/** The fixtures of a journey on a site with a tag manager. */
interface ConsentJourney {
  readonly site: Site;
  /** Its requests are those of the test. */
  readonly tag: TagServer;
  /** Opens a page as a new visitor, once the app runs. */
  arrive(address?: string, prepare?: (visitor: Visitor) => Promise<unknown>): Promise<Visitor>;
  /** The requests for the script of the tag manager. */
  scripts(): string[];
  /** Waits until the script was requested so many times. */
  tagIsLoaded(count?: number): Promise<void>;
}

/** The path of the script. */
export const SCRIPT = '/gtm.js?id=GTM-TEST';

export const bar = (page: Page) => page.getByRole('region', { name: words.label });

export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

/**
 * Opens the stub of a tag manager and builds a site that loads it, for all tests of a file.
 *
 * @param name of the build's folder
 */
export const setUpConsent = (name: string): ConsentJourney => {
  const { dist, build } = optionalSite(name);
  let tag: TagServer;
  beforeAll(async () => {
    tag = await openTagServer();
    await build({ VITE_TAG_URL: tag.url });
    // Without it, home is large enough to be painted before its end has come, which moves what is beside a text.
    await compressSite(join(dist, 'web'), ['index.html']);
  });
  const journey = setUpSite({ dist });
  beforeEach(() => {
    tag.requests.splice(0);
  });
  afterAll(() => tag.close());
  const scripts = (): string[] => tag.requests.filter((path) => path === SCRIPT);
  return {
    get site() {
      return journey.site;
    },
    get tag() {
      return tag;
    },
    async arrive(address = '/pricing', prepare) {
      const visitor = await journey.site.visitor();
      visitor.expectConsole(BLOCKED);
      await prepare?.(visitor);
      await visitor.page.goto(address);
      await waitUntilMounted(visitor.page);
      return visitor;
    },
    scripts,
    async tagIsLoaded(count = 1) {
      await expect.poll(() => scripts().length).toBe(count);
    },
  };
};
