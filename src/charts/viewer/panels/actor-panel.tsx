import { useState } from 'react';
import type { Chart } from '#charts/model/all-charts.ts';
import type { Recording } from '#charts/model/recording.ts';
import type { LiveActor, LogEntry } from '../live/live-state.ts';
import { activeLeaves, nextEvents } from '../live/next-events.ts';
import {
  declaredFields,
  isSimulated,
  listedPayloads,
  payloadError,
  suggestedPayload,
} from '../live/payloads.ts';
import { recordingOf, saveFile } from '../live/time-travel.ts';
import { Panel } from './panel.tsx';
import { SendEvent } from './send-event.tsx';

interface ActorPanelProps {
  chart: Chart;
  actor: LiveActor | undefined;
  log: LogEntry[];
  /** Name of the actor's tab; undefined when only one tab shows the app. */
  tab: string | undefined;
  /** Undefined while the past is shown. */
  onSend: ((event: { type: string }) => void) | undefined;
}

/** What a person answers in a simulation; the end of a delay comes from its clock. */
const ANSWER = /^xstate\.(?:(?:done|error)\.actor|snapshot)\./;

const Values = ({ name, values }: { name: string; values: unknown }) => (
  <>
    <h3 className="quiet">{name}</h3>
    <pre className="mono">{JSON.stringify(values, undefined, 2)}</pre>
  </>
);

interface EventButtonsProps {
  /** Undefined where the log no longer has the start of the actor. */
  recording: Recording | undefined;
}

/** Buttons that save or copy the events of an actor for `npm run paths -- --events-from`. */
const EventButtons = ({ recording }: EventButtonsProps) => {
  const [message, setMessage] = useState('');
  const text = `${JSON.stringify(recording, undefined, 2)}\n`;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
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
      <button
        {...props}
        onClick={() => recording && saveFile(`${recording.chart}.recording.json`, text)}
      >
        Save events
      </button>
    </>
  );
};

/** The selected actor: its active states, the events to send or save, its context and output. */
export const ActorPanel = ({ chart, actor, log, tab, onSend }: ActorPanelProps) => {
  if (!actor)
    return (
      <Panel title={chart.name}>
        <p>No actor of this chart has run yet. It appears here when one starts in another tab.</p>
      </Panel>
    );
  const { snapshot, isRunning } = actor;
  const events = isRunning && onSend ? nextEvents(chart.machine, snapshot.active) : [];
  const send = (type: string) => (
    <SendEvent
      key={`${actor.key} ${type}`}
      type={type}
      guards={events.find((event) => event.type === type)?.guards ?? []}
      suggestPayload={() => suggestedPayload(chart, type, log)}
      listed={listedPayloads(chart.name, type)}
      isOpenable={isSimulated}
      errorOf={(payload) => payloadError(payload, declaredFields(chart.name, type))}
      onSend={(event) => onSend?.(event)}
    />
  );
  const visitorEvents = events.filter(({ isInternal }) => !isInternal);
  const internalEvents = events.filter(({ isInternal }) => isInternal);
  const answers = internalEvents.filter(({ type }) => ANSWER.test(type));
  return (
    <Panel
      title={`${chart.name} ${actor.session}${tab === undefined ? '' : ` in tab ${tab}`}`}
      tools={
        <>
          <span>{onSend ? (isRunning ? snapshot.status : 'stopped') : 'in the past'}</span>
          <EventButtons recording={recordingOf(log, chart.name, actor)} />
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
      {visitorEvents.length > 0 && (
        <>
          <h3 className="quiet">Send</h3>
          <ul className="row">{visitorEvents.map(({ type }) => send(type))}</ul>
        </>
      )}
      {isSimulated && answers.length > 0 && (
        <>
          <h3 className="quiet">Answer for its actors</h3>
          <ul className="row">{answers.map(({ type }) => send(type))}</ul>
        </>
      )}
      <Values name="Context" values={snapshot.context} />
      {snapshot.output !== undefined && <Values name="Output" values={snapshot.output} />}
      {!isSimulated && internalEvents.length > 0 && (
        <details>
          <summary>Simulate a child actor or a delay</summary>
          <ul className="row">{internalEvents.map(({ type }) => send(type))}</ul>
        </details>
      )}
    </Panel>
  );
};
