import type { Viewport } from '@xyflow/react';
import { useMemo, useState, useSyncExternalStore } from 'react';
import { type Chart, charts } from '#charts/model/all-charts.ts';
import { statePaths } from '#charts/model/state-paths.ts';
import type { FunnelReport } from '#contract/funnel.ts';
import { ChartDiagram } from './diagram/chart-diagram.tsx';
import { chartGraph } from './layout/elk-graph.ts';
import { hrefOf } from './live/address.ts';
import { useView } from './live/view.ts';
import { FoldedPanel } from './panels/panel.tsx';
import {
  type ChartTraffic,
  type Count,
  changeText,
  chartTraffic,
  PERIOD_NAMES,
  type Period,
  partText,
  periodText,
  statesByLeft,
  sumText,
} from './traffic/chart-traffic.ts';
import styles from './traffic-view.module.css';

const PERIODS: Period[] = ['now', 'before'];

const wide = matchMedia('(width >= 1200px)');
const subscribe = (onChange: () => void) => {
  wide.addEventListener('change', onChange);
  return () => wide.removeEventListener('change', onChange);
};
const isWide = () => wide.matches;

interface Row {
  name: string;
  href?: string;
  count: Count;
  /** What the count is a part of. */
  whole?: Count;
}

interface CountTableProps {
  caption: string;
  rows: Row[];
  report: FunnelReport;
}

const CountTable = ({ caption, rows, report }: CountTableProps) => (
  <table className={styles['table']}>
    <caption>{caption}</caption>
    <thead>
      <tr>
        <th scope="col">Path</th>
        {PERIODS.map((period) => (
          <th key={period} scope="col">
            {periodText(report[period])}
          </th>
        ))}
        <th scope="col">Change</th>
      </tr>
    </thead>
    <tbody>
      {rows.map(({ name, href, count, whole }) => (
        <tr key={name}>
          <th scope="row">{href === undefined ? name : <a href={href}>{name}</a>}</th>
          {PERIODS.map((period) => (
            <td key={period}>{partText(count[period], whole?.[period] ?? null)}</td>
          ))}
          <td>{changeText(count)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

const versionsText = ({ versions }: ChartTraffic): string => {
  const listed = versions.map(
    ({ version, started, isOpen }) =>
      `${version} (${sumText(started)} started${isOpen ? ', shown here' : ''})`,
  );
  const isKnown = versions.some(({ isOpen }) => isOpen);
  return `Counted in version ${listed.join(', ')}. ${isKnown ? '' : 'The chart shown here is none of them.'}`;
};

const totalsText = ({ started, finished }: ChartTraffic, report: FunnelReport): string =>
  PERIODS.map(
    (period) =>
      `${periodText(report[period])}: ${sumText(started[period])} started, ${partText(finished[period], started[period])} finished`,
  ).join('. Before, ');

interface TablesProps {
  chart: Chart;
  counts: ChartTraffic;
  report: FunnelReport;
}

/** The tables of the counts, those of most leavers first. */
const Tables = ({ chart, counts, report }: TablesProps) => {
  const { left, edges, older, started } = counts;
  const paths = statePaths(chart.machine);
  const { edgeNames } = chartGraph(chart.machine);
  const stateRow = (id: string): Row => {
    const state = paths.get(id) ?? id;
    const count = left.get(id) ?? { now: 0, before: 0 };
    return { name: state, href: hrefOf(chart.name, { state }), count, whole: started };
  };
  const edgeRows = [...edges].map(([id, count]) => {
    const edge = edgeNames.get(id) ?? id;
    return { name: edge, href: hrefOf(chart.name, { edge }), count };
  });
  const olderRows = [...older].map(([name, count]) => ({ name, count }));
  return (
    <FoldedPanel
      summary={`Counts of ${chart.name} as tables${older.size > 0 ? `, ${older.size} in older versions` : ''}`}
      label={`Counts of ${chart.name}`}
    >
      <CountTable
        caption="Left in a state"
        report={report}
        rows={statesByLeft(counts).map(stateRow)}
      />
      <CountTable
        caption="Finished in a state"
        report={report}
        rows={[...counts.ends].map(stateRow)}
      />
      <CountTable caption="Took an edge" report={report} rows={edgeRows} />
      {older.size > 0 && (
        <CountTable caption="In older versions" report={report} rows={olderRows} />
      )}
    </FoldedPanel>
  );
};

const NothingCounted = ({ chart, report }: Omit<TablesProps, 'counts'>) => {
  const counted = charts.filter(({ machine }) =>
    report.charts.some((one) => one.chart === machine.id),
  );
  return (
    <p className={`row ${styles['summary']}`}>
      The report counts nothing of {chart.name}
      {counted.length > 0 ? ', but of' : '.'}
      {counted.map(({ name }) => (
        <a key={name} href={hrefOf(name)}>
          {name}
        </a>
      ))}
    </p>
  );
};

/** A chart with the counts of a report: both periods side by side, one of them on narrow screens. */
export const TrafficView = ({ report }: { report: FunnelReport }) => {
  const { chart } = useView();
  // A copy has a layout of its own, which has room for the counts.
  const graph = useMemo(() => ({ ...chartGraph(chart.machine) }), [chart]);
  const counts = useMemo(() => {
    const counted = report.charts.find((one) => one.chart === chart.machine.id);
    return counted && chartTraffic(graph, counted);
  }, [chart, graph, report]);
  const [shown, setShown] = useState<Period>('now');
  const [viewport, setViewport] = useState<Viewport>();
  const isSideBySide = useSyncExternalStore(subscribe, isWide);
  if (!counts) return <NothingCounted chart={chart} report={report} />;
  return (
    <>
      <div className={`row ${styles['summary']}`}>
        <p>
          {totalsText(counts, report)} (days in UTC{report.visits && `, ${report.visits}`}).
        </p>
        <p>{versionsText(counts)}</p>
        {!isSideBySide &&
          PERIODS.map((period) => (
            <button
              key={period}
              type="button"
              aria-pressed={shown === period}
              onClick={() => setShown(period)}
            >
              {PERIOD_NAMES[period]}
            </button>
          ))}
      </div>
      <div className={styles['drawings']}>
        {PERIODS.filter((period) => isSideBySide || period === shown).map((period) => (
          <ChartDiagram
            key={period}
            graph={graph}
            traffic={{ counts, period }}
            {...(viewport && { viewport })}
            onViewportChange={setViewport}
          />
        ))}
      </div>
      <Tables chart={chart} counts={counts} report={report} />
    </>
  );
};
