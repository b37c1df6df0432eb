import { staticParams } from './guard-name.ts';

/** An action that XState made: `raise`, `sendTo`, `assign`, `enqueueActions` and their like. */
interface MadeAction {
  name: string;
  type?: string;
  /** What it raises, emits or sends, or how that is made. */
  event?: unknown;
  /** Whom it sends to, where that is a name. */
  to?: unknown;
  /** What it starts. */
  src?: unknown;
}

/** What JavaScript calls a function that is written into a config. */
const NAMELESS: ReadonlySet<string> = new Set(['', 'actions', 'entry', 'exit']);

const typeOf = (event: unknown): string =>
  typeof event === 'object' && event !== null && 'type' in event ? String(event.type) : '';

/** How an action reads: its name, `tell(emailMissing)`, `raise(session.lost)`, `assign`. */
export const actionName = (action: unknown): string => {
  if (typeof action === 'string') return action;
  if (typeof action === 'object' && action !== null)
    return 'type' in action ? `${action.type}${staticParams(action)}` : '';
  const { name, type, event, to, src } = action as MadeAction;
  if (type === undefined) return NAMELESS.has(name) ? 'an action' : name;
  const details = [to, src, typeOf(event)].filter(
    (part) => typeof part === 'string' && part !== '',
  );
  const made = type.replace(/^xstate\./, '');
  return details.length > 0 ? `${made}(${details.join(', ')})` : made;
};
