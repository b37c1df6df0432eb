import { buildAll } from '#build/commands/build.ts';
import { isBuilt } from '#build/site/fingerprint.ts';

/** Vitest's global setup: builds the site and the server if the build is stale. */
export default async () => {
  if (!isBuilt()) await buildAll();
};
