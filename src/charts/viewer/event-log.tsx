import { useState } from 'react';
import { type Chart, charts } from '../all-charts.ts';
import { edgesOf } from '../chart-edges.ts';
import { conditionOf } from '../condition.ts';
import { eventWords } from '../drawing/event-words.ts';
import type { LogLine } from '../live/live-state.ts';
import { tabName } from '../live/tab-name.ts';
import type { PageInfo } from '../relay/messages.ts';
import styles from './event-log.module.css';
import { Panel } from './panel.tsx';

/** More lines would only slow the page down; the rest comes when they are asked for. */
const LINES_SHOWN = 200;
const DETAIL_LENGTH = 120;

interface EventLogProps {
  log: LogLine[];
  pages: PageInfo[];
  chart: Chart;
  onClear: () => void;
}

const targets = new Map(
  charts.flatMap(({ machine }) => {
    const edges = edgesOf(machine);
    return edges.map(
      (edge) => [edge.id, { ...edge, condition: conditionOf(edge, edges) }] as const,
    );
  }),
);

const nameOf = (id: string): string => id.slice(id.lastIndexOf('.') + 1);

const edgeText = (id: string): string => {
  const edge = targets.get(id);
  if (!edge) return id;
  const condition = edge.condition === undefined ? '' : ` [${edge.condition}]`;
  const to = edge.targets.length > 0 ? edge.targets.map(nameOf).join(', ') : 'stays';
  return `${nameOf(edge.source)} › ${to}${condition}`;
};

const payloadText = (event: { type: string }): string => {
  const { type: _type, ...payload } = event;
  return Object.keys(payload).length > 0 ? JSON.stringify(payload) : '';
};

const wordsOf = (line: LogLine): { what: string; detail: string } => {
  switch (line.kind) {
    case 'event':
      return { what: eventWords(line.event.type), detail: payloadText(line.event) };
    case 'transition':
      return { what: '', detail: line.edges.map(edgeText).join('; ') };
    case 'stopped':
      return {
        what: line.status === 'active' ? 'over' : line.status,
        detail: line.snapshot.output === undefined ? '' : JSON.stringify(line.snapshot.output),
      };
    default:
      return { what: line.kind, detail: '' };
  }
};

const timeOf = (at: number): string =>
  `${new Date(at).toLocaleTimeString('en-GB')}.${String(at % 1000).padStart(3, '0')}`;

const isShown = ({ kind }: LogLine): boolean => kind !== 'snapshot' && kind !== 'started';

/** A long text is folded up; what is JSON unfolds in lines. */
const Detail = ({ text }: { text: string }) =>
  text.length <= DETAIL_LENGTH ? (
    <span className={styles['detail']}>{text}</span>
  ) : (
    <details className={styles['detail']}>
      <summary>{text.slice(0, DETAIL_LENGTH)}…</summary>
      <pre className={styles['whole']}>
        {text.startsWith('{') ? JSON.stringify(JSON.parse(text), undefined, 2) : text}
      </pre>
    </details>
  );

/** What happened, newest first. It can be paused, emptied and narrowed to the chart in sight. */
export const EventLog = ({ log, pages, chart, onClear }: EventLogProps) => {
  const [paused, setPaused] = useState<LogLine[]>();
  const [isNarrow, setNarrow] = useState(false);
  const lines = (paused ?? log).filter(
    (line) => isShown(line) && (!isNarrow || line.chart === chart.machine.id),
  );
  const missed = paused ? log.filter(isShown).length - paused.filter(isShown).length : 0;
  return (
    <Panel
      title="Log"
      tools={
        <>
          <label className={styles['only']}>
            <input
              type="checkbox"
              checked={isNarrow}
              onChange={({ target }) => setNarrow(target.checked)}
            />
            Only {chart.name}
          </label>
          <button
            type="button"
            className={styles['tool']}
            aria-pressed={paused !== undefined}
            onClick={() => setPaused(paused ? undefined : log)}
          >
            {paused ? `Go on${missed > 0 ? ` (${missed} new)` : ''}` : 'Pause'}
          </button>
          <button
            type="button"
            className={styles['tool']}
            onClick={() => {
              setPaused((before) => before && []);
              onClear();
            }}
          >
            Clear
          </button>
        </>
      }
    >
      {lines.length === 0 && <p>Nothing has happened yet.</p>}
      <ol className={styles['lines']}>
        {lines.slice(0, LINES_SHOWN).map((line) => {
          const { what, detail } = wordsOf(line);
          return (
            <li key={line.key} className={styles['line']} data-kind={line.kind}>
              <span className={styles['place']}>
                <time>{timeOf(line.at)}</time> {line.name}
                {pages.length > 1 && ` · tab ${tabName(pages, line.page)}`}
              </span>
              <span className={styles['what']}>{what}</span>
              <Detail text={detail} />
            </li>
          );
        })}
      </ol>
    </Panel>
  );
};
