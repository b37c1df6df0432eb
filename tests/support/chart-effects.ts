import type { AnyEventObject, ExecutableActionObject } from 'xstate';

/** What a chart does to the world around it, beside being somewhere else. */
export type Effect =
  | { kind: 'tells'; event: AnyEventObject }
  | { kind: 'runs'; id?: string | undefined; src?: string | undefined; input: unknown }
  | { kind: 'waits'; event: string; delayMs: number }
  | { kind: 'raises'; event: AnyEventObject }
  | { kind: 'sends'; to: string; event: AnyEventObject; delayMs?: number | undefined }
  | { kind: 'stops'; id: string }
  | { kind: 'does'; action: string; params?: unknown };

/** What XState's own actions resolve to, as far as it is told here. */
interface Resolved {
  id?: string;
  src?: unknown;
  input?: unknown;
  event?: AnyEventObject;
  delay?: number;
  to?: string | { id: string };
  targetId?: string;
}

const nameOf = (to: Resolved['to']): string => (typeof to === 'object' ? to.id : (to ?? ''));

/**
 * What one action of a chart does, as plain data: the resolved parameters of XState's own actions
 * (5.33), the name of any other. Undefined where nobody outside notices it.
 */
export const effectOf = ({ type, params }: ExecutableActionObject): Effect | undefined => {
  const resolved = (params ?? {}) as Resolved;
  const { id, src, input, delay, event = { type: '' }, to, targetId } = resolved;
  switch (type) {
    case 'xstate.emit':
      return { kind: 'tells', event };
    case 'xstate.spawnChild':
      return { kind: 'runs', id, src: typeof src === 'string' ? src : undefined, input };
    case 'xstate.raise':
      return delay === undefined
        ? { kind: 'raises', event }
        : { kind: 'waits', event: event.type, delayMs: delay };
    case 'xstate.sendTo':
      return { kind: 'sends', to: targetId ?? nameOf(to), event, delayMs: delay };
    case 'xstate.stopChild':
      return id === undefined ? undefined : { kind: 'stops', id };
    default:
      return type.startsWith('xstate.')
        ? undefined
        : { kind: 'does', action: type, ...(params === undefined ? {} : { params }) };
  }
};
