import { charts } from '#charts/model/all-charts.ts';
import type { EdgePathOptions } from '#paths/path-options.ts';

const modules = import.meta.glob<{ options: EdgePathOptions }>(['./*.ts', '!./all-options.ts'], {
  eager: true,
});

const listed = new Map(
  Object.entries(modules).map(([file, { options }]) => [file.replace(/^\.\/|\.ts$/g, ''), options]),
);

/** The charts that others invoke: the source of the actor has the id of the chart. */
const children = Object.fromEntries(
  charts.map(({ name, machine }) => [machine.id, { machine, ...listed.get(name) }]),
);

/** Events and inputs by chart name. */
export const allOptions: Record<string, EdgePathOptions> = Object.fromEntries(
  [...listed].map(([name, options]) => [name, { ...options, children }]),
);
