import { charts } from '../all-charts.ts';
import { hrefOf } from '../live/address.ts';
import type { LiveState } from '../live/live-state.ts';
import { Head } from './head.tsx';
import styles from './no-chart.module.css';

/** What an address shows that names none of the charts: those there are. */
export const NoChart = ({ name, live }: { name: string; live: LiveState }) => (
  <>
    <Head live={live} />
    <main className={styles['main']}>
      <h2 className={styles['title']}>
        {charts.length === 0 ? 'There is no chart in machines/.' : `There is no chart “${name}”.`}
      </h2>
      {charts.length > 0 && <p>There are:</p>}
      <ul>
        {charts.map((chart) => (
          <li key={chart.name}>
            <a className={styles['chart']} href={hrefOf(chart.name)}>
              {chart.name}
            </a>
          </li>
        ))}
      </ul>
    </main>
  </>
);
