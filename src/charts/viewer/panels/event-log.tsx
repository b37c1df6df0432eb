import { memo, useState } from 'react';
import { charts } from '#charts/model/all-charts.ts';
import { conditionText, edgesOf, eventLabel, lastSegment } from '#charts/model/chart-edges.ts';
import { MS_PER_S } from '#contract/durations.ts';
import type { LogEntry } from '../live/live-state.ts';
import { momentsIn } from '../live/time-travel.ts';
import { tabName, useView } from '../live/view.ts';
import styles from './event-log.module.css';
import { onShortcut, Panel } from './panel.tsx';

/** More entries would slow down rendering. */
const ENTRIES_SHOWN_MAX = 100;
const DETAIL_LENGTH_MAX = 120;

const edgesById = new Map(
  charts.flatMap(({ machine }) => edgesOf(machine).map((edge) => [edge.id, edge] as const)),
);

const edgeText = (id: string): string => {
  const edge = edgesById.get(id);
  if (!edge) return id;
  const to = edge.targets.length > 0 ? edge.targets.map(lastSegment).join(', ') : 'stays';
  return `${lastSegment(edge.source)} › ${to}${conditionText(edge)}`;
};

const payloadText = (event: { type: string }): string => {
  const { type: _type, ...payload } = event;
  return Object.keys(payload).length > 0 ? JSON.stringify(payload) : '';
};

const entryText = (entry: LogEntry): { title: string; detail: string } => {
  switch (entry.kind) {
    case 'event':
      return { title: eventLabel(entry.event.type), detail: payloadText(entry.event) };
    case 'transition':
      return { title: '', detail: entry.edges.map(edgeText).join('; ') };
    case 'stopped':
      return {
        title: entry.status === 'active' ? 'stopped' : entry.status,
        detail: entry.snapshot.output === undefined ? '' : JSON.stringify(entry.snapshot.output),
      };
    default:
      return { title: entry.kind, detail: '' };
  }
};

const timeOf = (at: number): string =>
  `${new Date(at).toLocaleTimeString('en-GB')}.${String(at % MS_PER_S).padStart(3, '0')}`;

const isShown = ({ kind }: LogEntry): boolean => kind !== 'snapshot' && kind !== 'started';

/** Scrolls the panel, not the page. */
const scrollToElement = (element: HTMLElement | null) => {
  const panel = element?.closest('section');
  if (element && panel) panel.scrollTop = element.offsetTop - panel.clientHeight / 2;
};

/** Text; a long one in a disclosure, with JSON indented. */
const Detail = ({ text }: { text: string }) =>
  text.length <= DETAIL_LENGTH_MAX ? (
    <span className="mono">{text}</span>
  ) : (
    <details className="mono">
      <summary>{text.slice(0, DETAIL_LENGTH_MAX)}…</summary>
      <pre className="mono">
        {text.startsWith('{') ? JSON.stringify(JSON.parse(text), undefined, 2) : text}
      </pre>
    </details>
  );

interface EntryItemProps {
  entry: LogEntry;
  /** Name of its tab; undefined when only one tab shows the app. */
  tab: string | undefined;
  isHere: boolean;
}

const EntryItem = memo(({ entry, tab, isHere }: EntryItemProps) => {
  const { title, detail } = entryText(entry);
  return (
    <li
      ref={isHere ? scrollToElement : undefined}
      className={styles['entry']}
      data-kind={entry.kind}
      aria-current={isHere ? 'step' : undefined}
    >
      <span className={`quiet ${styles['source']}`}>
        <time>{timeOf(entry.at)}</time> {entry.name}
        {tab !== undefined && ` · tab ${tab}`}
      </span>
      <strong>{title}</strong> {entry.kind === 'transition' ? detail : <Detail text={detail} />}
    </li>
  );
});

/**
 * What steps through the moments of the listed entries, undefined at their ends. The newest is live;
 * `at` is where the view stands, -1 while it is live.
 */
const useSteps = (entries: LogEntry[]) => {
  const { moment, setMoment } = useView();
  const moments = momentsIn(entries);
  const at = moments.findIndex(({ key }) => key === moment);
  const earlier = moments[Math.max(0, at) + 1];
  const later = at > 1 ? moments[at - 1] : undefined;
  return {
    at,
    count: moments.length,
    back: earlier && (() => setMoment(earlier.key)),
    forward: at >= 0 ? () => setMoment(later?.key) : undefined,
    toLive: () => setMoment(undefined),
  };
};

/** Buttons that show the past, an event at a time. */
const StepButtons = ({ at, count, back, forward, toLive }: ReturnType<typeof useSteps>) => (
  <>
    <span role="status">{at >= 0 && `Event ${count - at} of ${count}`}</span>
    <button type="button" aria-label="One event back" disabled={!back} onClick={back}>
      ←
    </button>
    <button type="button" aria-label="One event forward" disabled={!forward} onClick={forward}>
      →
    </button>
    <button type="button" aria-pressed={at < 0} onClick={toLive}>
      Live
    </button>
  </>
);

/**
 * The log, newest entry first, with a filter for the shown chart, and steps into the past:
 * the arrow keys step, Escape returns.
 */
export const EventLog = () => {
  const { chart, live, moment, clearLog } = useView();
  const [isFiltered, setFiltered] = useState(false);
  const entries = live.log.filter(
    (entry) => isShown(entry) && (!isFiltered || entry.chart === chart.machine.id),
  );
  const steps = useSteps(entries);
  // The entries around the moment.
  const from = Math.max(0, entries.findIndex(({ key }) => key === moment) - ENTRIES_SHOWN_MAX / 2);
  return (
    <Panel
      title="Log"
      onKeyDown={onShortcut({
        ArrowLeft: steps.back,
        ArrowRight: steps.forward,
        Escape: steps.at >= 0 ? steps.toLive : undefined,
      })}
      tools={
        <>
          <StepButtons {...steps} />
          <label className="row">
            <input
              type="checkbox"
              checked={isFiltered}
              onChange={({ target }) => setFiltered(target.checked)}
            />
            Only {chart.name}
          </label>
          <button type="button" onClick={clearLog}>
            Clear
          </button>
        </>
      }
    >
      {entries.length === 0 && <p>Nothing has happened yet.</p>}
      <ol>
        {entries.slice(from, from + ENTRIES_SHOWN_MAX).map((entry) => (
          <EntryItem
            key={entry.key}
            entry={entry}
            tab={live.pages.length > 1 ? tabName(live.pages, entry.page) : undefined}
            isHere={entry.key === moment}
          />
        ))}
      </ol>
    </Panel>
  );
};
