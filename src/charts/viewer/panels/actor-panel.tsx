import { useState } from 'react';
import type { AnyStateMachine } from 'xstate';
import { edgesOf } from '#charts/model/chart-edges.ts';
import type { LiveActor } from '../live/live-state.ts';
import { isSimulated } from '../live/payloads.ts';
import { recordingOf, saveFile } from '../live/time-travel.ts';
import { activeLeaves, tabName, useView } from '../live/view.ts';
import { Panel } from './panel.tsx';
import { type NextEvent, SendEvent } from './send-event.tsx';

/** What a person answers in a simulation; the end of a delay comes from its clock. */
const ANSWER = /^xstate\.(?:(?:done|error)\.actor|snapshot)\./;

/** The events for which the active states have transitions. */
const nextEvents = (machine: AnyStateMachine, active: readonly string[]): NextEvent[] => {
  const edges = edgesOf(machine).filter(
    ({ source, event }) => active.includes(source) && event !== '',
  );
  return [...new Set(edges.map(({ event }) => event))].map((type) => {
    const ofType = edges.filter(({ event }) => event === type);
    const guards = ofType.flatMap(({ guard }) => guard ?? []);
    return { type, guards: guards.length < ofType.length ? [] : [...new Set(guards)] };
  });
};

const Values = ({ name, values }: { name: string; values: unknown }) => (
  <>
    <h3 className="quiet">{name}</h3>
    <pre className="mono">{JSON.stringify(values, undefined, 2)}</pre>
  </>
);

/** Buttons that save or copy the events of an actor for `npm run paths -- --events-from`. */
const EventButtons = ({ actor }: { actor: LiveActor }) => {
  const { chart, shown } = useView();
  const [message, setMessage] = useState('');
  const recording = recordingOf(shown.log, chart.name, actor);
  // Written when it is wanted: a step through the log must not wait for it.
  const text = () => `${JSON.stringify(recording, undefined, 2)}\n`;
  const copy = () =>
    navigator.clipboard.writeText(text()).then(
      () => setMessage('Copied'),
      (error) => setMessage(String(error)),
    );
  const props = {
    type: 'button',
    disabled: !recording,
    title: recording
      ? 'npm run paths -- --events-from replays them'
      : 'The log no longer has the start of this actor',
  } as const;
  return (
    <>
      <span role="status">{message}</span>
      <button {...props} onClick={() => void copy()}>
        Copy how I got here
      </button>
      <button {...props} onClick={() => saveFile(`${chart.name}.recording.json`, text())}>
        Save events
      </button>
    </>
  );
};

interface EventsProps {
  actor: LiveActor;
  title?: string;
  events: NextEvent[];
}

const Events = ({ actor, title, events }: EventsProps) =>
  events.length > 0 && (
    <>
      {title !== undefined && <h3 className="quiet">{title}</h3>}
      <ul className="row">
        {events.map((event) => (
          <SendEvent key={`${actor.key} ${event.type}`} {...event} />
        ))}
      </ul>
    </>
  );

/** The selected actor: its active states, the events to send or save, its context and output. */
export const ActorPanel = () => {
  const { chart, actor, live, sendEvent } = useView();
  if (!actor)
    return (
      <Panel title={chart.name}>
        <p>No actor of this chart has run yet. It appears here when one starts in another tab.</p>
      </Panel>
    );
  const { snapshot, isRunning } = actor;
  const events = isRunning && sendEvent ? nextEvents(chart.machine, snapshot.active) : [];
  const visitorEvents = events.filter(({ type }) => !type.startsWith('xstate.'));
  const internalEvents = events.filter(({ type }) => type.startsWith('xstate.'));
  const answers = internalEvents.filter(({ type }) => ANSWER.test(type));
  const tab = live.pages.length > 1 ? ` in tab ${tabName(live.pages, actor.page)}` : '';
  return (
    <Panel
      title={`${chart.name} ${actor.session}${tab}`}
      tools={
        <>
          <span>{sendEvent ? (isRunning ? snapshot.status : 'stopped') : 'in the past'}</span>
          <EventButtons actor={actor} />
        </>
      }
    >
      <ul aria-label="Active states">
        {activeLeaves(chart.machine, snapshot.active).map(({ id, path }) => (
          <li key={id}>
            <strong>{path.join('.')}</strong>
          </li>
        ))}
      </ul>
      {snapshot.tags.length > 0 && <p>Tags: {snapshot.tags.join(', ')}</p>}
      {snapshot.error !== undefined && <p role="alert">{snapshot.error}</p>}
      <Events actor={actor} title="Send" events={visitorEvents} />
      {isSimulated && <Events actor={actor} title="Answer for its actors" events={answers} />}
      <Values name="Context" values={snapshot.context} />
      {snapshot.output !== undefined && <Values name="Output" values={snapshot.output} />}
      {!isSimulated && internalEvents.length > 0 && (
        <details>
          <summary>Simulate a child actor or a delay</summary>
          <Events actor={actor} events={internalEvents} />
        </details>
      )}
    </Panel>
  );
};
