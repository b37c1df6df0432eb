import { conditionOf } from './condition.ts';
import type { EdgeDescription } from './describe-edges.ts';

/** The trigger of an edge as text: `code.changed`, `otp done`, `after 500 ms`; empty for `always`. */
export const causeLabel = ({
  cause,
  of,
  event,
}: Pick<EdgeDescription, 'cause' | 'of' | 'event'>): string => {
  if (cause === 'always') return '';
  if (cause === 'done') return `${of} done`;
  if (cause === 'error') return `${of} failed`;
  if (cause === 'snapshot') return `${of} changed`;
  if (cause === 'stateDone') return 'done';
  if (cause === 'after') return `after ${of}${/^\d+$/.test(of ?? '') ? ' ms' : ''}`;
  return event === '*' ? 'any other event' : event;
};

/** The trigger and the condition of an edge; `[else]` after guarded edges of the same event. */
export const edgeLabel = (edge: EdgeDescription, all: EdgeDescription[]): string => {
  const condition = conditionOf(edge, all);
  return [
    causeLabel(edge),
    condition === undefined ? '' : `[${condition}]`,
    edge.reenter ? '(anew)' : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
};
