import { charts } from '#charts/model/all-charts.ts';
import type { FunnelReport } from '#contract/funnel.ts';
import { hrefOf } from '../live/address.ts';
import type { LiveState } from '../live/live-state.ts';
import { useView } from '../live/view.ts';
import { sumText } from '../traffic/chart-traffic.ts';
import styles from './chart-list.module.css';

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
export const ChartList = ({ report }: { report: FunnelReport | undefined }) => {
  const { chart, live } = useView();
  return (
    <nav className={styles['list']} aria-label="Charts">
      <ul>
        {charts.map(({ name, machine: { id } }) => {
          const summary = report ? countedSummary(report, id) : runningSummary(live, id);
          return (
            <li key={name}>
              <a
                href={hrefOf(name)}
                className={styles['chart']}
                aria-current={name === chart.name ? 'page' : undefined}
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
};
