import type { Chart } from '../model/all-charts.ts';
import type { ChartDescription } from '../model/describe-chart.ts';

const INDENT = 2;

/**
 * Every chart as JSON for other tools: its description and XState's `definition`, without functions.
 * Deterministic.
 */
export const writeChartsJson = (charts: Chart[], descriptions: ChartDescription[]): string => {
  const definitions = new Map(charts.map(({ name, machine }) => [name, machine.definition]));
  const described = descriptions.map((description) => ({
    ...description,
    definition: definitions.get(description.name),
  }));
  return `${JSON.stringify({ charts: described }, undefined, INDENT)}\n`;
};
