import type { Effect } from '../chart-effects.ts';
import type { Outcome } from '../path-outcome.ts';
import { inShort, payloadInShort } from './in-short.ts';

const SECOND_MS = 1000;
/** Longer delays are rounded to seconds, because some are computed when their module loads. */
const EXACT_MAX_MS = 10 * SECOND_MS;

const delayText = (delayMs: number): string =>
  `${delayMs > EXACT_MAX_MS ? Math.round(delayMs / SECOND_MS) * SECOND_MS : delayMs} ms`;

/** The name or length of a delay: `resendPause` for `xstate.after.resendPause.otp.open`. */
const delayName = (event: string): string => /^xstate\.after\.([^.]*)\./.exec(event)?.[1] ?? event;

const withPayload = (event: { type: string }): string =>
  [event.type, payloadInShort(event)].filter(Boolean).join('  ');

/** `notice codeSent` of `{ type: 'notice', notice: 'codeSent' }`, else with the payload. */
const emittedText = ({ type, ...payload }: { type: string }): string => {
  const values = Object.values(payload);
  const [only] = values;
  return values.length === 1 && typeof only === 'string'
    ? `${type} ${only}`
    : withPayload({ type, ...payload });
};

const childText = (id?: string, src?: string): string =>
  id === undefined || id === src ? (src ?? 'a child') : src === undefined ? id : `${id} (${src})`;

const effectText = (effect: Effect): string => {
  switch (effect.kind) {
    case 'emits':
      return `emits ${emittedText(effect.event)}`;
    case 'runs': {
      const input = effect.input === undefined ? '' : ` ${inShort(effect.input)}`;
      return `runs ${childText(effect.id, effect.src)}${input}`;
    }
    case 'waits':
      return `waits ${delayName(effect.event)} ${delayText(effect.delayMs)}`;
    case 'raises':
      return `raises ${withPayload(effect.event)}`;
    case 'sends': {
      const later = effect.delayMs === undefined ? '' : ` after ${delayText(effect.delayMs)}`;
      return `sends ${effect.to} ${withPayload(effect.event)}${later}`;
    }
    case 'stops':
      return `stops ${effect.id}`;
    case 'does':
      return `does ${effect.action}${effect.params === undefined ? '' : ` ${inShort(effect.params)}`}`;
  }
};

/** The outcome of a step without its edges, one line each: effects, context, tags, output. */
export const outcomeText = ({ effects, assigned, tags, ...ended }: Outcome): string[] => {
  const entries = Object.entries(assigned);
  const set = entries.filter(([, value]) => value !== undefined);
  const cleared = entries.filter(([, value]) => value === undefined).map(([key]) => key);
  return [
    ...effects.map(effectText),
    ...(set.length > 0
      ? [`assigns ${set.map(([key, value]) => `${key}: ${inShort(value)}`).join(', ')}`]
      : []),
    ...(cleared.length > 0 ? [`clears ${cleared.join(', ')}`] : []),
    ...(tags.length > 0 ? [`is ${tags.join(', ')}`] : []),
    ...(ended.output === undefined ? [] : [`ends with ${inShort(ended.output)}`]),
  ];
};
