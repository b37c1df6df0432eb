import type { EdgePathOptions } from '#tests/support/edge-paths.ts';

const modules = import.meta.glob<{ options: EdgePathOptions }>(['./*.ts', '!./all-options.ts'], {
  eager: true,
});

/** What can happen to each chart, by the chart's name. */
export const allOptions: Record<string, EdgePathOptions> = Object.fromEntries(
  Object.entries(modules).map(([file, { options }]) => [file.replace(/^\.\/|\.ts$/g, ''), options]),
);
