import type { EdgePathOptions } from '#paths/path-options.ts';

const modules = import.meta.glob<{ options: EdgePathOptions }>(['./*.ts', '!./all-options.ts'], {
  eager: true,
});

/** Events and inputs by chart name. */
export const allOptions: Record<string, EdgePathOptions> = Object.fromEntries(
  Object.entries(modules).map(([file, { options }]) => [file.replace(/^\.\/|\.ts$/g, ''), options]),
);
