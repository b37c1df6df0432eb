import { useState } from 'react';
import { type Chart, charts } from '#charts/model/all-charts.ts';
import { edgesOf } from '#charts/model/chart-edges.ts';
import { conditionOf } from '#charts/model/describe-edges.ts';
import { MS_PER_S } from '#contract/durations.ts';
import type { PageInfo } from '../broadcast/messages.ts';
import { eventLabel } from '../layout/drawn-text.ts';
import { tabName } from '../live/address.ts';
import type { LogEntry } from '../live/live-state.ts';
import styles from './event-log.module.css';
import { Panel } from './panel.tsx';

/** More entries would slow down rendering. */
const ENTRIES_SHOWN_MAX = 200;
const DETAIL_LENGTH_MAX = 120;

interface EventLogProps {
  log: LogEntry[];
  pages: PageInfo[];
  chart: Chart;
  onClear: () => void;
}

const edgesById = new Map(
  charts.flatMap(({ machine }) => {
    const edges = edgesOf(machine);
    return edges.map(
      (edge) => [edge.id, { ...edge, condition: conditionOf(edge, edges) }] as const,
    );
  }),
);

const lastSegment = (id: string): string => id.slice(id.lastIndexOf('.') + 1);

const edgeText = (id: string): string => {
  const edge = edgesById.get(id);
  if (!edge) return id;
  const condition = edge.condition === undefined ? '' : ` [${edge.condition}]`;
  const to = edge.targets.length > 0 ? edge.targets.map(lastSegment).join(', ') : 'stays';
  return `${lastSegment(edge.source)} › ${to}${condition}`;
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

/** Text; a long one in a disclosure, with JSON indented. */
const Detail = ({ text }: { text: string }) =>
  text.length <= DETAIL_LENGTH_MAX ? (
    <span className={styles['detail']}>{text}</span>
  ) : (
    <details className={styles['detail']}>
      <summary>{text.slice(0, DETAIL_LENGTH_MAX)}…</summary>
      <pre className={styles['fullText']}>
        {text.startsWith('{') ? JSON.stringify(JSON.parse(text), undefined, 2) : text}
      </pre>
    </details>
  );

/** The log, newest entry first, with pause, clear and a filter for the shown chart. */
export const EventLog = ({ log, pages, chart, onClear }: EventLogProps) => {
  const [pausedLog, setPausedLog] = useState<LogEntry[]>();
  const [isFiltered, setFiltered] = useState(false);
  const entries = (pausedLog ?? log).filter(
    (entry) => isShown(entry) && (!isFiltered || entry.chart === chart.machine.id),
  );
  const unseen = pausedLog ? log.filter(isShown).length - pausedLog.filter(isShown).length : 0;
  return (
    <Panel
      title="Log"
      tools={
        <>
          <label className={styles['filter']}>
            <input
              type="checkbox"
              checked={isFiltered}
              onChange={({ target }) => setFiltered(target.checked)}
            />
            Only {chart.name}
          </label>
          <button
            type="button"
            className={styles['button']}
            aria-pressed={pausedLog !== undefined}
            onClick={() => setPausedLog(pausedLog ? undefined : log)}
          >
            {pausedLog ? `Resume${unseen > 0 ? ` (${unseen} new)` : ''}` : 'Pause'}
          </button>
          <button
            type="button"
            className={styles['button']}
            onClick={() => {
              setPausedLog((current) => current && []);
              onClear();
            }}
          >
            Clear
          </button>
        </>
      }
    >
      {entries.length === 0 && <p>Nothing has happened yet.</p>}
      <ol className={styles['entries']}>
        {entries.slice(0, ENTRIES_SHOWN_MAX).map((entry) => {
          const { title, detail } = entryText(entry);
          return (
            <li key={entry.key} className={styles['entry']} data-kind={entry.kind}>
              <span className={styles['source']}>
                <time>{timeOf(entry.at)}</time> {entry.name}
                {pages.length > 1 && ` · tab ${tabName(pages, entry.page)}`}
              </span>
              <span className={styles['entryTitle']}>{title}</span>
              <Detail text={detail} />
            </li>
          );
        })}
      </ol>
    </Panel>
  );
};
