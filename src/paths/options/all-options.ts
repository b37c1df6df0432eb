import { charts } from '#charts/model/all-charts.ts';
import type { EdgePathOptions } from '../path-options.ts';

const modules = import.meta.glob<{ options: Record<string, EdgePathOptions> }>(
  ['./*.ts', '!./all-options.ts'],
  { eager: true },
);

const listed = Object.fromEntries(
  Object.values(modules).flatMap(({ options }) => Object.entries(options)),
);

/** The charts that others invoke: the source of the actor has the id of the chart. */
const children = Object.fromEntries(
  charts.map(({ name, machine }) => [machine.id, { machine, ...listed[name] }]),
);

/** Events and inputs by chart name. */
export const allOptions: Record<string, EdgePathOptions> = Object.fromEntries(
  Object.entries(listed).map(([name, options]) => [name, { ...options, children }]),
);
