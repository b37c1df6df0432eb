import { stateNodesOf } from '#charts/model/chart-edges.ts';
import type { ChartWithOptions } from '../load/load-chart.ts';
import { pathTo, statesNamed } from '../path-to.ts';
import { pathsAsGherkin } from '../report/as-gherkin.ts';
import { asJson } from '../report/as-json.ts';
import { countText, pathAsText } from '../report/as-text.ts';
import type { OutputFormat } from './output-format.ts';

/** The shortest path to a state in each chart that has it; throws where no chart has it. */
export const pathToText = (
  charts: ChartWithOptions[],
  state: string,
  { json, gherkin }: OutputFormat,
): string => {
  const matching = charts.filter(({ machine }) => statesNamed(machine, state).length > 0);
  if (matching.length === 0) {
    const states = charts.flatMap(({ machine }) => stateNodesOf(machine).map(({ id }) => id));
    throw new Error(`No state ${state}. There are:\n  ${states.join('\n  ')}`);
  }
  const found = matching.map((chart) => ({
    ...chart,
    path: pathTo(chart.machine, chart.options, state),
  }));
  if (json) return asJson(found.map(({ name, path = null }) => ({ chart: name, to: state, path })));
  if (gherkin)
    return found
      .map(({ machine, path }) => pathsAsGherkin(machine, path ? [path] : []))
      .join('\n\n');
  return found
    .map(({ name, machine, path }) =>
      path
        ? `${name} reaches ${state} in ${countText(path.steps.length, 'step')}\n${pathAsText(machine, path)}`
        : `${name} has a state ${state}, but its events and inputs do not reach it.`,
    )
    .join('\n\n');
};
