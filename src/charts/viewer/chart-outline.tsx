import type { AnyStateNode } from 'xstate';
import type { Chart } from '../all-charts.ts';
import { type ChartEdge, edgesOf } from '../chart-edges.ts';
import { conditionOf } from '../condition.ts';
import { eventWords } from '../drawing/event-words.ts';
import type { LiveActor } from '../live/live-state.ts';
import styles from './chart-outline.module.css';

interface ChartOutlineProps {
  chart: Chart;
  actor: LiveActor | undefined;
  walked: ReadonlySet<string> | undefined;
}

interface StateItemProps {
  node: AnyStateNode;
  edges: ChartEdge[];
  active: readonly string[];
  lastEdges: readonly string[];
  walked: ReadonlySet<string> | undefined;
}

const lastPart = (id: string): string => id.slice(id.lastIndexOf('.') + 1);

const edgeText = (edge: ChartEdge, all: ChartEdge[]): string => {
  const { event, targets } = edge;
  const said = conditionOf(edge, all);
  const condition = said === undefined ? '' : ` [${said}]`;
  const end = targets.length > 0 ? `leads to ${targets.map(lastPart).join(' and ')}` : 'stays';
  return `${eventWords(event)}${condition} ${end}`;
};

const StateItem = ({ node, edges, active, lastEdges, walked }: StateItemProps) => {
  const isActive = active.includes(node.id);
  const own = edges.filter(({ source }) => source === node.id);
  const kind = node.type === 'atomic' || node.type === 'compound' ? '' : `, ${node.type}`;
  return (
    <li>
      <span data-active={isActive ? '' : undefined} className={styles['state']}>
        {node.key}
      </span>
      {kind}
      {node.tags.length > 0 && `, ${node.tags.join(', ')}`}
      {isActive && <strong>, active</strong>}
      {node.description !== undefined && `. ${node.description}`}
      {own.length > 0 && (
        <ul className={styles['edges']}>
          {own.map((edge) => (
            <li key={edge.id}>
              {edgeText(edge, edges)}
              {lastEdges.includes(edge.id) && <strong>, taken last</strong>}
              {walked && (walked.has(edge.id) ? ', walked' : ', not walked')}
            </li>
          ))}
        </ul>
      )}
      <ul className={styles['states']}>
        {Object.values(node.states).map((child) => (
          <StateItem
            key={child.id}
            node={child}
            edges={edges}
            active={active}
            lastEdges={lastEdges}
            walked={walked}
          />
        ))}
      </ul>
    </li>
  );
};

/** The same chart in words, for those who read it rather than look at it. */
export const ChartOutline = ({ chart, actor, walked }: ChartOutlineProps) => (
  <details className={styles['outline']}>
    <summary>States and edges of {chart.name} in words</summary>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard. */}
    <section className={styles['list']} aria-label={`${chart.name} in words`} tabIndex={0}>
      <ul>
        <StateItem
          node={chart.machine.root}
          edges={edgesOf(chart.machine)}
          active={actor?.snapshot.active ?? []}
          lastEdges={actor?.lastEdges ?? []}
          walked={walked}
        />
      </ul>
    </section>
  </details>
);
