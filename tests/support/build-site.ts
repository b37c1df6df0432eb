import { buildAll } from '#build/commands/build.ts';
import { isBuilt } from '#build/site/fingerprint.ts';

/**
 * Vitest's global setup: builds the site and the server if the build is stale. With `TEST_BUILD=keep`
 * a stale build stays, for tests that do not run it.
 */
export default async () => {
  if (process.env['TEST_BUILD'] !== 'keep' && !isBuilt()) await buildAll();
};
