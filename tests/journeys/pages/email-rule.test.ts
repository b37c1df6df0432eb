import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { ROOT } from '#build/root.ts';
import { setUpJourney } from '#tests/support/browser/set-up-journey.ts';
import { DOMAIN_DIGEST } from '#tests/support/domain-digest.ts';

const journey = setUpJourney();

/** The rule and its digest as a script for browsers, built as the site is. */
const digestScript = async (): Promise<string> => {
  const [{ output }] = (await build({
    root: ROOT,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: {
      write: false,
      lib: { entry: 'tests/support/domain-digest.ts', formats: ['iife'], name: 'rule' },
    },
  })) as [Rolldown.RolldownOutput];
  return output[0].code;
};

test('the browser gives the same answer as every version of Node for every character', async () => {
  const { page } = journey;
  await page.goto('/');
  const script = await digestScript();
  expect(await page.evaluate(`(() => { ${script}; return rule.domainDigest(); })()`)).toBe(
    DOMAIN_DIGEST,
  );
});
