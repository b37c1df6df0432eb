import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { charts } from '../model/all-charts.ts';
import { ChartDiagram } from './diagram/chart-diagram.tsx';
import { chartGraph } from './layout/elk-graph.ts';
import { defaultChartId, hrefOf, placeOf, useAddress } from './live/address.ts';
import { type LiveState, selectedActor, useLiveState } from './live/live-state.ts';
import { stateAt } from './live/time-travel.ts';
import { chartOf, coveredEdges, ViewContext } from './live/view.ts';
import { PageHeader } from './page-header.tsx';
import { ActorPanel } from './panels/actor-panel.tsx';
import { ActorTree } from './panels/actor-tree.tsx';
import { ChartList } from './panels/chart-list.tsx';
import { ChartOutline } from './panels/chart-outline.tsx';
import { EventLog } from './panels/event-log.tsx';
import { MessageList } from './panels/message-list.tsx';
import { PathsPanel } from './panels/paths-panel.tsx';
import { useReport } from './traffic/use-report.ts';
import { TrafficView } from './traffic-view.tsx';
import styles from './viewer.module.css';

/** The page for an address without a chart: a list of all charts. */
const ChartNotFound = ({ name }: { name: string }) => (
  <main className={styles['missing']}>
    <h2>
      {charts.length === 0 ? 'There is no chart in machines/.' : `There is no chart “${name}”.`}
    </h2>
    {charts.length > 0 && <p>The charts are:</p>}
    <ul>
      {charts.map((chart) => (
        <li key={chart.name}>
          <a href={hrefOf(chart.name)}>{chart.name}</a>
        </li>
      ))}
    </ul>
  </main>
);

/**
 * The live view: a diagram of each chart with its actors in the other tabs of this browser, or in the
 * simulation that another header controls.
 */
export const Viewer = ({ headerOf }: { headerOf?: (live: LiveState) => ReactNode }) => {
  const { live, send, clearLog } = useLiveState();
  const openReport = useReport();
  const { report } = openReport;
  const [moment, setMoment] = useState<string>();
  const past = useMemo(
    () => (moment === undefined ? undefined : stateAt(live, moment)),
    [live, moment],
  );
  const shown = past ?? live;
  const address = useAddress();
  const [lastDefaultId, setLastDefaultId] = useState<string>();
  const defaultId = defaultChartId(live.actors, lastDefaultId);
  if (defaultId !== lastDefaultId) setLastDefaultId(defaultId);
  const byName = charts.find(({ name }) => name === address.chart);
  const byId = chartOf(address.chart);
  const chart =
    byName ?? byId ?? (address.chart === '' ? (chartOf(defaultId) ?? charts[0]) : undefined);
  useEffect(() => {
    // The canonical address has the file name, not the id of the machine.
    if (!byName && byId) location.replace(hrefOf(byId.name, address));
  }, [byName, byId, address]);
  useEffect(() => {
    document.title = chart ? `${chart.name} · Live charts` : 'Live charts';
  }, [chart]);
  const header = headerOf?.(live) ?? <PageHeader live={live} openReport={openReport} />;
  if (!chart)
    return (
      <>
        {header}
        <ChartNotFound name={address.chart} />
      </>
    );
  const actor = report ? undefined : selectedActor(shown.actors, chart.machine.id, address.actor);
  const view = {
    chart,
    state: address.state,
    actor,
    live,
    shown,
    moment: past && moment,
    setMoment,
    covered: coveredEdges(chart.name),
    sendEvent: past
      ? undefined
      : (event: { type: string }) =>
          actor && send({ type: 'event.sent', page: actor.page, session: actor.session, event }),
    clearLog,
  };
  const place = placeOf(address);
  return (
    <ViewContext value={view}>
      <div className={styles['viewer']}>
        {header}
        <ChartList report={report} />
        <main className={styles['main']}>
          {report ? (
            <TrafficView key={chart.name} report={report} />
          ) : (
            <>
              <ChartDiagram key={chart.name} graph={chartGraph(chart.machine)} />
              <MessageList />
              <ChartOutline />
            </>
          )}
        </main>
        {(place || !report) && (
          <div className={styles['sidebar']}>
            {place ? (
              <PathsPanel place={place} />
            ) : (
              <>
                <ActorTree />
                <ActorPanel />
                <EventLog />
              </>
            )}
          </div>
        )}
      </div>
    </ViewContext>
  );
};
