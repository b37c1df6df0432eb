import type { AnyStateNode } from 'xstate';
import type { Chart } from '#charts/model/all-charts.ts';
import { type ChartEdge, edgesOf, edgeText, lastSegment } from '#charts/model/chart-edges.ts';
import { edgeNames, statePath } from '#charts/model/state-paths.ts';
import { hrefOf } from '../live/address.ts';
import type { LiveActor } from '../live/live-state.ts';
import { FoldedPanel } from './panel.tsx';

interface ChartOutlineProps {
  chart: Chart;
  actor: LiveActor | undefined;
  covered: ReadonlySet<string> | undefined;
}

interface StateItemProps {
  /** Name of the chart. */
  chart: string;
  node: AnyStateNode;
  edges: ChartEdge[];
  names: ReadonlyMap<string, string>;
  active: readonly string[];
  lastEdges: readonly string[];
  covered: ReadonlySet<string> | undefined;
}

const outcomeOf = ({ targets }: ChartEdge): string =>
  targets.length > 0 ? `leads to ${targets.map(lastSegment).join(' and ')}` : 'stays';

const StateItem = ({ node, ...props }: StateItemProps) => {
  const { chart, edges, names, active, lastEdges, covered } = props;
  const isActive = active.includes(node.id);
  const outgoing = edges.filter(({ source }) => source === node.id);
  const kind = node.type === 'atomic' || node.type === 'compound' ? '' : `, ${node.type}`;
  return (
    <li>
      <a href={hrefOf(chart, { state: statePath(node) })}>
        {isActive ? <mark>{node.key}</mark> : <strong>{node.key}</strong>}
      </a>
      {kind}
      {node.tags.length > 0 && `, ${node.tags.join(', ')}`}
      {isActive && <strong>, active</strong>}
      {node.description !== undefined && `. ${node.description}`}
      {outgoing.length > 0 && (
        <ul className="quiet">
          {outgoing.map((edge) => (
            <li key={edge.id}>
              <a href={hrefOf(chart, { edge: names.get(edge.id) })}>
                {edgeText(edge)} {outcomeOf(edge)}
              </a>
              {lastEdges.includes(edge.id) && <strong>, taken last</strong>}
              {covered && (covered.has(edge.id) ? ', covered' : ', not covered')}
            </li>
          ))}
        </ul>
      )}
      <ul>
        {Object.values(node.states).map((child) => (
          <StateItem key={child.id} {...props} node={child} />
        ))}
      </ul>
    </li>
  );
};

/** The chart as text: a list of its states and edges, also for screen readers. */
export const ChartOutline = ({ chart, actor, covered }: ChartOutlineProps) => (
  <FoldedPanel
    summary={`States and edges of ${chart.name} as text`}
    label={`${chart.name} as text`}
  >
    <ul>
      <StateItem
        chart={chart.name}
        node={chart.machine.root}
        edges={edgesOf(chart.machine)}
        names={edgeNames(chart.machine)}
        active={actor?.snapshot.active ?? []}
        lastEdges={actor?.lastEdges ?? []}
        covered={covered}
      />
    </ul>
  </FoldedPanel>
);
