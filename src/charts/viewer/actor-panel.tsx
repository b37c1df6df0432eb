import type { Chart } from '../all-charts.ts';
import { acceptedEvents } from '../live/accepted-events.ts';
import { activeLeaves } from '../live/active-leaves.ts';
import type { LiveActor, LogLine } from '../live/live-state.ts';
import { payloadFault } from '../live/payload-fault.ts';
import { declaredFields } from '../live/payload-fields.ts';
import { lastPayload, prefilled } from '../live/prefilled.ts';
import styles from './actor-panel.module.css';
import { Panel } from './panel.tsx';
import { SendEvent } from './send-event.tsx';

interface ActorPanelProps {
  chart: Chart;
  actor: LiveActor | undefined;
  log: LogLine[];
  /** The tab that the actor runs in, where there are several. */
  tab: string | undefined;
  onSend: (event: { type: string }) => void;
}

const Values = ({ name, values }: { name: string; values: unknown }) => (
  <>
    <h3 className={styles['name']}>{name}</h3>
    <pre className={styles['values']}>{JSON.stringify(values, undefined, 2)}</pre>
  </>
);

/** The watched actor: where it is, what can be sent to it, what it remembers. */
export const ActorPanel = ({ chart, actor, log, tab, onSend }: ActorPanelProps) => {
  if (!actor)
    return (
      <Panel title={chart.name}>
        <p>No actor of this chart has run yet. Once one starts in another tab, it is shown here.</p>
      </Panel>
    );
  const { snapshot, isLiving } = actor;
  const events = isLiving ? acceptedEvents(chart.machine, snapshot.active) : [];
  const send = (type: string) => (
    <SendEvent
      key={`${actor.key} ${type}`}
      type={type}
      guards={events.find((event) => event.type === type)?.guards ?? []}
      payload={() => prefilled(chart, type, log)}
      faultOf={(payload) =>
        payloadFault(payload, declaredFields(chart.name, type), [
          lastPayload(chart, type, log),
          snapshot.context,
        ])
      }
      onSend={onSend}
    />
  );
  const visitors = events.filter(({ isOwn }) => !isOwn);
  const own = events.filter(({ isOwn }) => isOwn);
  return (
    <Panel
      title={`${chart.name} ${actor.session}${tab === undefined ? '' : ` in tab ${tab}`}`}
      tools={<span>{isLiving ? snapshot.status : 'over'}</span>}
    >
      <ul className={styles['state']} aria-label="Active states">
        {activeLeaves(chart.machine, snapshot.active).map(({ id, path }) => (
          <li key={id}>{path.join('.')}</li>
        ))}
      </ul>
      {snapshot.tags.length > 0 && <p>Tags: {snapshot.tags.join(', ')}</p>}
      {snapshot.error !== undefined && <p role="alert">{snapshot.error}</p>}
      {visitors.length > 0 && (
        <>
          <h3 className={styles['name']}>Send</h3>
          <ul className={styles['events']}>{visitors.map(({ type }) => send(type))}</ul>
        </>
      )}
      <Values name="Context" values={snapshot.context} />
      {snapshot.output !== undefined && <Values name="Output" values={snapshot.output} />}
      {own.length > 0 && (
        <details>
          <summary className={styles['fold']}>In place of a child or a wait</summary>
          <ul className={styles['events']}>{own.map(({ type }) => send(type))}</ul>
        </details>
      )}
    </Panel>
  );
};
