import { conditionOf } from './condition.ts';
import type { EdgeDescription } from './describe-edges.ts';

/** What sets off an edge, as people say it: `code.changed`, `otp done`, `after 500 ms`; empty for `always`. */
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

/** What sets off an edge and under which condition; `[else]` after others of the same event. */
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
