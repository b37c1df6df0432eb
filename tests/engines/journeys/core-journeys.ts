import { afterAll, beforeAll, describe, test } from 'vitest';
import { chartTables } from '#build/commands/build.ts';
import { optionalSite } from '#tests/support/browser/optional-site.ts';
import { openTagServer, type TagServer } from '#tests/support/browser/tag-server.ts';
import { setUpCoreJourney } from '#tests/support/engines/core-journey.ts';
import type { Engine } from '#tests/support/engines/engine.ts';
import { skipBecause } from '#tests/support/skip-reporter.ts';
import { consentJourneys } from './consent.ts';
import { demoJourneys } from './demo.ts';
import { funnelJourneys } from './funnel.ts';
import { keyboardJourneys } from './keyboard.ts';
import { loginJourneys } from './login.ts';
import { lookJourneys } from './look.ts';
import { routeJourneys } from './routes.ts';
import { scrollJourneys } from './scroll.ts';
import { signUpJourneys } from './sign-up.ts';
import { tabJourneys } from './tabs.ts';

/** Runs the core journeys in an engine; names the engine as not run if it is not installed. */
export const runCoreJourneys = (engine: Engine): void => {
  if (engine.missing !== undefined) {
    test(engine.name, (context) => skipBecause(context, engine.missing));
    return;
  }
  describe(engine.name, () => {
    const journey = setUpCoreJourney(engine);
    for (const define of [
      routeJourneys,
      signUpJourneys,
      loginJourneys,
      demoJourneys,
      keyboardJourneys,
      lookJourneys,
      scrollJourneys,
      tabJourneys,
    ])
      define(journey);
  });
  describe(`${engine.name}, on a site with a tag manager that counts traffic`, () => {
    const { dist, build } = optionalSite(engine.name);
    let tag: TagServer;
    beforeAll(async () => {
      tag = await openTagServer();
      await build({ VITE_TAG_URL: tag.url, FUNNEL: '1' });
    });
    afterAll(() => tag.close());
    const journey = setUpCoreJourney(engine, dist, chartTables());
    consentJourneys(journey, () => tag);
    funnelJourneys(journey);
  });
};
