import { charts } from '#charts/model/all-charts.ts';
import { allEventsOf, type EdgePathOptions } from '../path-options.ts';

const modules = import.meta.glob<{ options: Record<string, EdgePathOptions> }>(
  ['./*.ts', '!./all-options.ts'],
  { eager: true },
);

const listed = Object.entries(
  Object.assign({}, ...Object.values(modules).map(({ options }) => options)),
) as [name: string, options: EdgePathOptions][];
const machines = new Map(charts.map(({ name, machine }) => [name, machine]));

/** The charts that others invoke: the source of the actor has the id of the chart. */
const children = Object.fromEntries(
  listed.map(([name, options]) => {
    const machine = machines.get(name);
    return [machine?.id ?? name, { ...options, ...(machine && { machine }) }];
  }),
);

/** Events and inputs by chart name; with the events that need no payload and are not listed. */
export const allOptions: Record<string, EdgePathOptions> = Object.fromEntries(
  listed.map(([name, options]) => {
    const machine = machines.get(name);
    const events = machine ? allEventsOf(machine, options) : options.events;
    return [name, { ...options, events, children }];
  }),
);
