import { join } from 'node:path';
import { edgeCoverage } from '../edge-coverage.ts';
import type { ChartWithOptions } from '../load/load-chart.ts';
import { asJson } from '../report/as-json.ts';
import { countText } from '../report/as-text.ts';
import type { OutputFormat } from './output-format.ts';
import { PROJECT_ROOT } from './project-root.ts';

const FOLDER = join(PROJECT_ROOT, '.cache', 'edges');

/** Which edges of each chart the last browser run took. */
export const coverageText = (charts: ChartWithOptions[], { json }: OutputFormat): string => {
  const coverage = edgeCoverage(FOLDER, charts);
  if (json) return asJson(coverage ?? null);
  if (!coverage)
    return 'No browser run has been recorded: npm test -- tests/edges records the edges it takes.';
  return coverage
    .map(({ name, edges, taken, missing, injected }) =>
      [
        `${name}: ${taken} of ${countText(edges, 'edge')}`,
        ...missing.map((id) => `  not taken: ${id}`),
        ...injected.map((id) => `  event sent by the test: ${id}`),
      ].join('\n'),
    )
    .join('\n');
};
