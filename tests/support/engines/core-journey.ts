import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { ROOT } from '#build/root.ts';
import type { ChartTable } from '#contract/funnel.ts';
import { openSiteServer, type SiteServer } from '../browser/site-server.ts';
import type { Browser, Engine, Profile, Tab } from './engine.ts';

/** The fixtures of a journey in an engine. */
export interface CoreJourney {
  readonly engine: string;
  readonly site: SiteServer;
  readonly profile: Profile;
  /** The first tab of the profile. */
  readonly tab: Tab;
  /** Allows console lines that match, such as those of a failed response the journey provokes. */
  expectConsole(line: RegExp): void;
}

/**
 * Opens one site and one browser for all tests of an engine, and a new profile for each test, which
 * fails if the console or the server complains.
 *
 * @param built the folder of the build
 * @param charts those whose traffic is counted
 */
export const setUpCoreJourney = (
  engine: Engine,
  built = join(ROOT, 'dist'),
  charts?: readonly ChartTable[],
): CoreJourney => {
  let dist = built;
  let site: SiteServer;
  let browser: Browser;
  let profile: Profile;
  let tab: Tab;
  let expected: RegExp[];
  beforeAll(async () => {
    if (engine.prepare) dist = await engine.prepare(dist);
    [site, browser] = await Promise.all([
      openSiteServer({ dist, ...(charts && { charts }) }),
      engine.launch(),
    ]);
  });
  beforeEach(async () => {
    expected = [];
    profile = await browser.openProfile(site.url);
    tab = await profile.openTab();
  });
  afterEach(async () => {
    const lines = await profile.consoleLines().finally(() => profile.close());
    const unexpected = lines.filter((line) => !expected.some((known) => known.test(line)));
    const complaints = [...unexpected, ...site.takeWarnings()];
    expect(complaints, complaints.join(' | ')).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
    if (engine.prepare) await rm(dist, { recursive: true });
  });
  return {
    engine: engine.name,
    get site() {
      return site;
    },
    get profile() {
      return profile;
    },
    get tab() {
      return tab;
    },
    expectConsole: (line) => expected.push(line),
  };
};
