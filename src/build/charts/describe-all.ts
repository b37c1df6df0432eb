import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { charts, linkCharts } from '#charts/model/all-charts.ts';
import { type ChartDescription, describeChart } from '#charts/model/describe-chart.ts';
import { ROOT } from '../root.ts';
import { findSenders } from './find-senders.ts';
import { readChartSource } from './read-chart-source.ts';

/** Describes every chart of `machines/`: machine, source, senders of its events, related charts. */
export const describeAll = (): ChartDescription[] => {
  const read = charts.map(({ name, machine }) => ({
    name,
    machine,
    source: readChartSource(readFileSync(join(ROOT, 'machines', `${name}.ts`), 'utf8'), machine.id),
  }));
  const eventTypes = new Map(
    read.map(({ name, machine, source }) => [
      name,
      [...source.events.map(({ type }) => type), ...machine.events],
    ]),
  );
  const senders = findSenders(ROOT, eventTypes);
  return linkCharts(
    read.map(({ name, machine, source }) =>
      describeChart({ name, machine }, source, senders.get(name)),
    ),
  );
};
