import type { Chart } from '../all-charts.ts';
import { hrefOf } from '../live/address.ts';
import type { LiveState } from '../live/live-state.ts';
import styles from './chart-list.module.css';

interface ChartListProps {
  charts: Chart[];
  current: string;
  live: LiveState;
}

/** How many actors of a chart live, and which routes their tabs show. */
const liveliness = ({ actors, pages }: LiveState, chart: string): string => {
  const living = actors.filter((actor) => actor.isLiving && actor.chart === chart);
  if (living.length === 0) return '';
  const routes = pages
    .filter(({ id }) => living.some(({ page }) => page === id))
    .map(({ route }) => route);
  return `${living.length} live in ${[...new Set(routes)].join(', ')}`;
};

/** Every chart, the living ones marked. */
export const ChartList = ({ charts, current, live }: ChartListProps) => (
  <nav className={styles['list']} aria-label="Charts">
    <ul>
      {charts.map(({ name, machine }) => {
        const lives = liveliness(live, machine.id);
        return (
          <li key={name}>
            <a
              href={hrefOf(name)}
              className={styles['chart']}
              aria-current={name === current ? 'page' : undefined}
            >
              <span className={styles['name']}>{name}</span>
              {lives !== '' && <span className={styles['live']}>{lives}</span>}
            </a>
          </li>
        );
      })}
    </ul>
  </nav>
);
