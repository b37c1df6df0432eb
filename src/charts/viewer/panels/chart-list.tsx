import type { Chart } from '#charts/model/all-charts.ts';
import type { FunnelReport } from '#contract/funnel.ts';
import { hrefOf } from '../live/address.ts';
import type { LiveState } from '../live/live-state.ts';
import { sumText } from '../traffic/chart-traffic.ts';
import styles from './chart-list.module.css';

interface ChartListProps {
  charts: Chart[];
  current: string;
  live: LiveState;
  /** The open report, which is shown instead of what runs. */
  report: FunnelReport | undefined;
}

/** The number of running actors of a chart and the routes of their tabs; empty without any. */
const runningSummary = ({ actors, pages }: LiveState, chart: string): string => {
  const running = actors.filter((actor) => actor.isRunning && actor.chart === chart);
  if (running.length === 0) return '';
  const routes = pages
    .filter(({ id }) => running.some(({ page }) => page === id))
    .map(({ route }) => route);
  return `${running.length} live in ${[...new Set(routes)].join(', ')}`;
};

/** How many actors of a chart a report counts in its period; empty if it counts nothing of the chart. */
const countedSummary = (report: FunnelReport, chart: string): string => {
  const counted = report.charts.find((one) => one.chart === chart);
  return counted ? `${sumText(counted.now.started)} started` : '';
};

/** Links to all charts, with the number of running actors, or what a report counts of them. */
export const ChartList = ({ charts, current, live, report }: ChartListProps) => (
  <nav className={styles['list']} aria-label="Charts">
    <ul>
      {charts.map(({ name, machine }) => {
        const summary = report
          ? countedSummary(report, machine.id)
          : runningSummary(live, machine.id);
        return (
          <li key={name}>
            <a
              href={hrefOf(name)}
              className={styles['chart']}
              aria-current={name === current ? 'page' : undefined}
            >
              {name}
              {summary !== '' && <span className={`quiet ${styles['summary']}`}>{summary}</span>}
            </a>
          </li>
        );
      })}
    </ul>
  </nav>
);
