import { charts } from '../model/all-charts.ts';
import styles from './chart-not-found.module.css';
import { hrefOf } from './live/address.ts';
import type { LiveState } from './live/live-state.ts';
import { PageHeader } from './page-header.tsx';

/** The page for an address without a chart: a list of all charts. */
export const ChartNotFound = ({ name, live }: { name: string; live: LiveState }) => (
  <>
    <PageHeader live={live} />
    <main className={styles['main']}>
      <h2 className={styles['title']}>
        {charts.length === 0 ? 'There is no chart in machines/.' : `There is no chart “${name}”.`}
      </h2>
      {charts.length > 0 && <p>The charts are:</p>}
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
