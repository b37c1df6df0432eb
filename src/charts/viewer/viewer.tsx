import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { charts } from '../model/all-charts.ts';
import { ChartDiagram } from './diagram/chart-diagram.tsx';
import { chartGraph } from './layout/elk-graph.ts';
import { defaultChartId, hrefOf, placeOf, tabName, useAddress } from './live/address.ts';
import { selectedActor, useLiveState } from './live/live-state.ts';
import { coveredEdges } from './live/next-events.ts';
import { stateAt } from './live/time-travel.ts';
import { PageHeader as LiveHeader, type PageHeaderProps } from './page-header.tsx';
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

interface ViewerProps {
  PageHeader?: (props: PageHeaderProps) => ReactNode;
}

interface ChartNotFoundProps extends Required<ViewerProps>, PageHeaderProps {
  name: string;
}

/** The page for an address without a chart: a list of all charts. */
const ChartNotFound = ({ PageHeader, name, ...header }: ChartNotFoundProps) => (
  <>
    <PageHeader {...header} />
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
  </>
);

/**
 * The live view: a diagram of each chart with its actors in the other tabs of this browser, or in the
 * simulation that another header controls.
 */
export const Viewer = ({ PageHeader = LiveHeader }: ViewerProps) => {
  const { live, send, clearLog } = useLiveState();
  const openReport = useReport();
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
  const byId = charts.find(({ machine }) => machine.id === address.chart);
  const chart =
    byName ??
    byId ??
    (address.chart === ''
      ? (charts.find(({ machine }) => machine.id === defaultId) ?? charts[0])
      : undefined);
  useEffect(() => {
    // The canonical address has the file name, not the id of the machine.
    if (!byName && byId) location.replace(hrefOf(byId.name, address));
  }, [byName, byId, address]);
  useEffect(() => {
    document.title = chart ? `${chart.name} · Live charts` : 'Live charts';
  }, [chart]);
  if (!chart) return <ChartNotFound {...{ PageHeader, live, openReport }} name={address.chart} />;
  const actor = selectedActor(shown.actors, chart.machine.id, address.actor);
  const covered = coveredEdges(chart.name);
  const place = placeOf(address);
  return (
    <div className={styles['viewer']}>
      <PageHeader live={live} openReport={openReport} />
      <ChartList charts={charts} current={chart.name} live={live} report={openReport.report} />
      <main className={styles['main']}>
        {openReport.report ? (
          <TrafficView
            key={chart.name}
            chart={chart}
            report={openReport.report}
            state={address.state}
          />
        ) : (
          <>
            <ChartDiagram
              key={chart.name}
              chart={chart}
              graph={chartGraph(chart.machine)}
              state={address.state}
              actor={actor}
              covered={covered}
            />
            <MessageList live={live} moment={past && moment} />
            <ChartOutline chart={chart} actor={actor} covered={covered} />
          </>
        )}
      </main>
      {place && (
        <div className={styles['sidebar']}>
          <PathsPanel chart={chart} place={place} />
        </div>
      )}
      {!place && !openReport.report && (
        <div className={styles['sidebar']}>
          <ActorTree
            live={shown}
            selectedKey={actor?.key}
            hrefOf={({ key, chart: id }) => {
              const actorChart = charts.find(({ machine }) => machine.id === id);
              return actorChart && hrefOf(actorChart.name, { actor: key });
            }}
          />
          <ActorPanel
            chart={chart}
            actor={actor}
            log={shown.log}
            tab={actor && live.pages.length > 1 ? tabName(live.pages, actor.page) : undefined}
            onSend={
              past
                ? undefined
                : (event) =>
                    actor &&
                    send({ type: 'event.sent', page: actor.page, session: actor.session, event })
            }
          />
          <EventLog
            log={live.log}
            pages={live.pages}
            chart={chart}
            moment={past && moment}
            onMoment={setMoment}
            onClear={clearLog}
          />
        </div>
      )}
    </div>
  );
};
