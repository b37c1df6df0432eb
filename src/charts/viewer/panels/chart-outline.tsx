import type { AnyStateNode } from 'xstate';
import { type ChartEdge, edgeText, lastSegment } from '#charts/model/chart-edges.ts';
import { statePath } from '#charts/model/state-paths.ts';
import { chartGraph } from '../layout/elk-graph.ts';
import { hrefOf } from '../live/address.ts';
import { useView } from '../live/view.ts';
import { FoldedPanel } from './panel.tsx';

const outcomeOf = ({ targets }: ChartEdge): string =>
  targets.length > 0 ? `leads to ${targets.map(lastSegment).join(' and ')}` : 'stays';

const StateItem = ({ node }: { node: AnyStateNode }) => {
  const { chart, actor, covered } = useView();
  const { edges, edgeNames } = chartGraph(chart.machine);
  const isActive = actor?.snapshot.active.includes(node.id) ?? false;
  const outgoing = edges.filter(({ source }) => source === node.id);
  const kind = node.type === 'atomic' || node.type === 'compound' ? '' : `, ${node.type}`;
  return (
    <li>
      <a href={hrefOf(chart.name, { state: statePath(node) })}>
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
              <a href={hrefOf(chart.name, { edge: edgeNames.get(edge.id) })}>
                {edgeText(edge)} {outcomeOf(edge)}
              </a>
              {actor?.lastEdges.includes(edge.id) && <strong>, taken last</strong>}
              {covered && (covered.has(edge.id) ? ', covered' : ', not covered')}
            </li>
          ))}
        </ul>
      )}
      <ul>
        {Object.values(node.states).map((child) => (
          <StateItem key={child.id} node={child} />
        ))}
      </ul>
    </li>
  );
};

/** The chart as text: a list of its states and edges, also for screen readers. */
export const ChartOutline = () => {
  const { name, machine } = useView().chart;
  return (
    <FoldedPanel summary={`States and edges of ${name} as text`} label={`${name} as text`}>
      <ul>
        <StateItem node={machine.root} />
      </ul>
    </FoldedPanel>
  );
};
