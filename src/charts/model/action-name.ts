import { staticParams } from './guard-name.ts';

/** A built-in action of XState: `raise`, `sendTo`, `assign`, `enqueueActions` … */
interface BuiltInAction {
  name: string;
  type?: string;
  /** The event, or the function that creates it. */
  event?: unknown;
  /** The receiver, if it is a name. */
  to?: unknown;
  /** The actor source. */
  src?: unknown;
}

/** Names that JavaScript infers for inline functions of a config. */
const NAMELESS: ReadonlySet<string> = new Set(['', 'actions', 'entry', 'exit']);

const typeOf = (event: unknown): string =>
  typeof event === 'object' && event !== null && 'type' in event ? String(event.type) : '';

/** An action as text: its name, `notify(emailMissing)`, `raise(session.ended)`, `assign`. */
export const actionName = (action: unknown): string => {
  if (typeof action === 'string') return action;
  if (typeof action === 'object' && action !== null)
    return 'type' in action ? `${action.type}${staticParams(action)}` : '';
  const { name, type, event, to, src } = action as BuiltInAction;
  if (type === undefined) return NAMELESS.has(name) ? 'an action' : name;
  const details = [to, src, typeOf(event)].filter(
    (part) => typeof part === 'string' && part !== '',
  );
  const made = type.replace(/^xstate\./, '');
  return details.length > 0 ? `${made}(${details.join(', ')})` : made;
};
