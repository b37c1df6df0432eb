import { useEffect, useState } from 'react';
import { charts } from '../all-charts.ts';
import { hrefOf, useAddress } from '../live/address.ts';
import { chartInSight } from '../live/chart-in-sight.ts';
import { tabName } from '../live/tab-name.ts';
import { useLive } from '../live/use-live.ts';
import { walkedEdges } from '../live/walked-edges.ts';
import { watchedActor } from '../live/watched-actor.ts';
import { ActorPanel } from './actor-panel.tsx';
import { ActorTree } from './actor-tree.tsx';
import { ChartList } from './chart-list.tsx';
import { ChartOutline } from './chart-outline.tsx';
import { EventLog } from './event-log.tsx';
import { Head } from './head.tsx';
import { NoChart } from './no-chart.tsx';
import { Stage } from './stage.tsx';
import styles from './viewer.module.css';

/** The live view: every chart, and what it does right now in the other tabs of this browser. */
export const Viewer = () => {
  const { live, send, clearLog } = useLive();
  const address = useAddress();
  const [seen, setSeen] = useState<string>();
  const inSight = chartInSight(live.actors, seen);
  if (inSight !== seen) setSeen(inSight);
  const named = charts.find(({ name }) => name === address.chart);
  const meant = charts.find(({ machine }) => machine.id === address.chart);
  const chart =
    named ??
    meant ??
    (address.chart === ''
      ? (charts.find(({ machine }) => machine.id === inSight) ?? charts[0])
      : undefined);
  useEffect(() => {
    // A chart's own id is as good as its file's name, but only one of them is its address.
    if (!named && meant) location.replace(hrefOf(meant.name, address.actor));
  }, [named, meant, address.actor]);
  useEffect(() => {
    document.title = chart ? `${chart.name} · Live charts` : 'Live charts';
  }, [chart]);
  if (!chart) return <NoChart name={address.chart} live={live} />;
  const actor = watchedActor(live.actors, chart.machine.id, address.actor);
  const walked = walkedEdges(chart.name);
  return (
    <div className={styles['viewer']}>
      <Head live={live} />
      <ChartList charts={charts} current={chart.name} live={live} />
      <main className={styles['main']}>
        <Stage key={chart.name} chart={chart} actor={actor} walked={walked} />
        <ChartOutline chart={chart} actor={actor} walked={walked} />
      </main>
      <div className={styles['side']}>
        <ActorTree
          live={live}
          watched={actor?.key}
          hrefOf={({ key, chart: id }) => {
            const own = charts.find(({ machine }) => machine.id === id);
            return own && hrefOf(own.name, key);
          }}
        />
        <ActorPanel
          chart={chart}
          actor={actor}
          log={live.log}
          tab={actor && live.pages.length > 1 ? tabName(live.pages, actor.page) : undefined}
          onSend={(event) =>
            actor && send({ type: 'event.sent', page: actor.page, session: actor.session, event })
          }
        />
        <EventLog log={live.log} pages={live.pages} chart={chart} onClear={clearLog} />
      </div>
    </div>
  );
};
