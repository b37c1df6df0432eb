import { useEffect, useState } from 'react';
import { charts } from '../all-charts.ts';
import { hrefOf, useAddress } from '../live/address.ts';
import { useLive } from '../live/use-live.ts';
import { walkedEdges } from '../live/walked-edges.ts';
import { watchedActor } from '../live/watched-actor.ts';
import { ActorPanel } from './actor-panel.tsx';
import { ActorTree } from './actor-tree.tsx';
import { ChartList } from './chart-list.tsx';
import { ChartOutline } from './chart-outline.tsx';
import { EventLog } from './event-log.tsx';
import { Head } from './head.tsx';
import { Stage } from './stage.tsx';
import styles from './viewer.module.css';

/** The live view: every chart, and what it does right now in the other tabs of this browser. */
export const Viewer = () => {
  const { live, send, clearLog } = useLive();
  const address = useAddress();
  const [firstLiving] = live.actors.flatMap((actor) =>
    actor.isLiving ? charts.filter(({ machine }) => machine.id === actor.chart) : [],
  );
  // Without an address it stays with the chart that lived first.
  const [found, setFound] = useState<string>();
  const named = charts.find(({ name }) => name === address.chart);
  const chart = named ?? charts.find(({ name }) => name === found) ?? firstLiving ?? charts[0];
  useEffect(() => setFound((before) => before ?? firstLiving?.name), [firstLiving?.name]);
  useEffect(() => {
    document.title = chart ? `${chart.name} · Live charts` : 'Live charts';
  }, [chart]);
  if (!chart) return <p>There is no chart in machines/.</p>;
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
          key={actor?.key}
          chart={chart}
          actor={actor}
          log={live.log}
          onSend={(event) =>
            actor && send({ type: 'event.sent', page: actor.page, session: actor.session, event })
          }
        />
        <EventLog log={live.log} pages={live.pages} chart={chart} onClear={clearLog} />
      </div>
    </div>
  );
};
