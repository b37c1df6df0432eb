import type { Chart } from '#charts/model/all-charts.ts';
import { hrefOf } from '../live/address.ts';
import type { LiveState } from '../live/live-state.ts';
import styles from './chart-list.module.css';

interface ChartListProps {
  charts: Chart[];
  current: string;
  live: LiveState;
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

/** Links to all charts, with the number of running actors. */
export const ChartList = ({ charts, current, live }: ChartListProps) => (
  <nav className={styles['list']} aria-label="Charts">
    <ul>
      {charts.map(({ name, machine }) => {
        const summary = runningSummary(live, machine.id);
        return (
          <li key={name}>
            <a
              href={hrefOf(name)}
              className={styles['chart']}
              aria-current={name === current ? 'page' : undefined}
            >
              {name}
              {summary !== '' && <span className={`quiet ${styles['live']}`}>{summary}</span>}
            </a>
          </li>
        );
      })}
    </ul>
  </nav>
);
