import { join } from 'node:path';
import { type BuildVariables, buildSite } from '#build/commands/build.ts';
import { ROOT } from '#build/root.ts';

/** Values of a build that has what other sites leave out. */
const optionalParts = {
  VITE_TAG_URL: 'https://tag.example/gtm.js?id=GTM-TEST',
  VITE_CALENDAR_URL: 'https://calendar.example/demo?month=2026-12',
} as const;

/**
 * Builds the site with a tag manager and a calendar into a folder of the test's own, because both are read at
 * build time. Resolves with the folder.
 */
export const optionalSite = (name: string) => {
  const dist = join(ROOT, '.cache', `${name}-site`);
  return {
    dist,
    build: (env: BuildVariables = {}): Promise<void> =>
      buildSite({ dist, env: { ...optionalParts, ...env } }),
  };
};
