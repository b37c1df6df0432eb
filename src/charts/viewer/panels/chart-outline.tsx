import type { AnyStateNode } from 'xstate';
import type { Chart } from '#charts/model/all-charts.ts';
import { type ChartEdge, edgesOf } from '#charts/model/chart-edges.ts';
import { conditionOf } from '#charts/model/describe-edges.ts';
import { eventLabel } from '../layout/drawn-text.ts';
import type { LiveActor } from '../live/live-state.ts';
import styles from './chart-outline.module.css';

interface ChartOutlineProps {
  chart: Chart;
  actor: LiveActor | undefined;
  covered: ReadonlySet<string> | undefined;
}

interface StateItemProps {
  node: AnyStateNode;
  edges: ChartEdge[];
  active: readonly string[];
  lastEdges: readonly string[];
  covered: ReadonlySet<string> | undefined;
}

const lastSegment = (id: string): string => id.slice(id.lastIndexOf('.') + 1);

const edgeText = (edge: ChartEdge, all: ChartEdge[]): string => {
  const { event, targets } = edge;
  const condition = conditionOf(edge, all);
  const suffix = condition === undefined ? '' : ` [${condition}]`;
  const outcome =
    targets.length > 0 ? `leads to ${targets.map(lastSegment).join(' and ')}` : 'stays';
  return `${eventLabel(event)}${suffix} ${outcome}`;
};

const StateItem = ({ node, edges, active, lastEdges, covered }: StateItemProps) => {
  const isActive = active.includes(node.id);
  const outgoing = edges.filter(({ source }) => source === node.id);
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
      {outgoing.length > 0 && (
        <ul className={styles['edges']}>
          {outgoing.map((edge) => (
            <li key={edge.id}>
              {edgeText(edge, edges)}
              {lastEdges.includes(edge.id) && <strong>, taken last</strong>}
              {covered && (covered.has(edge.id) ? ', covered' : ', not covered')}
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
            covered={covered}
          />
        ))}
      </ul>
    </li>
  );
};

/** The chart as text: a list of its states and edges, also for screen readers. */
export const ChartOutline = ({ chart, actor, covered }: ChartOutlineProps) => (
  <details className={styles['outline']}>
    <summary>States and edges of {chart.name} as text</summary>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users need to focus a scrollable area. */}
    <section className={styles['list']} aria-label={`${chart.name} as text`} tabIndex={0}>
      <ul>
        <StateItem
          node={chart.machine.root}
          edges={edgesOf(chart.machine)}
          active={actor?.snapshot.active ?? []}
          lastEdges={actor?.lastEdges ?? []}
          covered={covered}
        />
      </ul>
    </section>
  </details>
);
