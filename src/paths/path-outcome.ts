import type {
  AnyActorRef,
  AnyEventObject,
  AnyMachineSnapshot,
  ExecutableActionObject,
} from 'xstate';

/** A side effect of a transition: an emitted event, a started or stopped actor, a delay, an action. */
export type Effect =
  | { kind: 'emits'; event: AnyEventObject }
  | { kind: 'runs'; id?: string | undefined; src?: string | undefined; input: unknown }
  | { kind: 'waits'; event: string; delayMs: number }
  | { kind: 'raises'; event: AnyEventObject }
  | { kind: 'sends'; to: string; event: AnyEventObject; delayMs?: number | undefined }
  | { kind: 'stops'; id: string }
  | { kind: 'does'; action: string; params?: unknown };

/** Resolved parameters of XState's built-in actions, as far as they are reported. */
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
 * Converts an executable action to plain data: the resolved parameters of XState's built-in actions
 * (5.33), the name of any other. Undefined for built-in actions without an effect outside the chart.
 *
 * @param self the chart's actor; an event to it is sent to `itself`. Without it, no event is.
 */
export const effectOf = (
  { type, params }: ExecutableActionObject,
  self?: AnyActorRef,
): Effect | undefined => {
  const resolved = (params ?? {}) as Resolved;
  const { id, src, input, delay, event = { type: '' }, to, targetId } = resolved;
  switch (type) {
    case 'xstate.emit':
      return { kind: 'emits', event };
    case 'xstate.spawnChild':
      return { kind: 'runs', id, src: typeof src === 'string' ? src : undefined, input };
    case 'xstate.raise':
      return delay === undefined
        ? { kind: 'raises', event }
        : { kind: 'waits', event: event.type, delayMs: delay };
    case 'xstate.sendTo':
      return {
        kind: 'sends',
        to: self !== undefined && to === self ? 'itself' : (targetId ?? nameOf(to)),
        event,
        delayMs: delay,
      };
    case 'xstate.stopChild':
      return id === undefined ? undefined : { kind: 'stops', id };
    default:
      return type.startsWith('xstate.')
        ? undefined
        : { kind: 'does', action: type, ...(params === undefined ? {} : { params }) };
  }
};

/** The event of an action that sends it without delay to the chart itself, as `sendTo` may. */
export const selfSentEvent = (
  { type, params }: ExecutableActionObject,
  self: AnyActorRef,
): AnyEventObject | undefined => {
  const { to, delay, event } = (params ?? {}) as Resolved;
  return type === 'xstate.sendTo' && to === self && delay === undefined ? event : undefined;
};

/** The result of a transition, or of the start. */
export interface Outcome {
  /** Ids of the edges that were taken, those of `always` and raised events included. */
  edges: string[];
  effects: Effect[];
  /** Tags of the new configuration, sorted. */
  tags: string[];
  /** Changed context properties by path (`fields.name`); undefined for a removed one. */
  assigned: Record<string, unknown>;
  /** The machine's output, if it is done. */
  output?: unknown;
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  [Object.prototype, null].includes(Object.getPrototypeOf(value));

/** Changes are reported down to this depth. */
const DEPTH_MAX = 3;

const changesOf = (before: unknown, after: unknown, path: string[] = []): [string, unknown][] => {
  if (Object.is(before, after)) return [];
  if (isPlain(before) && isPlain(after) && path.length < DEPTH_MAX)
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
      changesOf(before[key], after[key], [...path, key]),
    );
  return serializeContext({ of: before }) === serializeContext({ of: after })
    ? []
    : [[path.join('.'), after]];
};

/** Input properties that the context copies; they are not reported as changes. */
export const copiedFromInput = (input: unknown, context: object = {}): Record<string, unknown> => {
  if (!isPlain(input)) return {};
  const copied = Object.assign({}, ...Object.values(input).filter(isPlain), input);
  return Object.fromEntries(Object.entries(copied).filter(([key]) => key in context));
};

/**
 * The outcome of a transition.
 * @param before the context before it; at the start, the properties copied from the input
 */
export const outcomeOf = (
  { edges, effects }: { edges: string[]; effects: Effect[] },
  before: unknown,
  { context, output, status, tags }: AnyMachineSnapshot,
): Outcome => ({
  edges,
  effects,
  tags: [...tags].sort(),
  assigned: Object.fromEntries(changesOf(before, context)),
  ...(status === 'done' ? { output } : {}),
});

/** Nesting below this depth is not compared; a context may contain a whole document. */
const COMPARED_DEPTH_MAX = 8;
/** The rest of a property's text after this many characters is not compared. */
const LENGTH_MAX = 20_000;

const isActor = (value: object): value is { src: unknown } =>
  'sessionId' in value && 'getSnapshot' in value;

/**
 * Serializes a value so that equal values give equal text: cycles, functions, dates, maps, sets, files
 * and actors included. Actors and functions are identified by name, because ids differ per run.
 *
 * @param onCut is called where a part of the value is too long or too deep to be in the text
 */
export const serializeContext = (root: unknown, onCut = (): void => {}): string => {
  let left = LENGTH_MAX;
  const textOf = (value: unknown, ancestors: object[]): string => {
    if (typeof value === 'object' && value !== null) return objectText(value, ancestors);
    const text = primitiveText(value);
    left -= text.length;
    return text;
  };
  const primitiveText = (value: unknown): string => {
    if (typeof value === 'string') return JSON.stringify(value);
    if (typeof value === 'function') return `function ${value.name}`;
    return typeof value === 'bigint' ? `${value}n` : String(value);
  };
  const itemsText = (values: Iterable<unknown>, ancestors: object[]): string => {
    const texts: string[] = [];
    for (const value of values) {
      if (left <= 0) {
        onCut();
        break;
      }
      texts.push(textOf(value, ancestors));
    }
    return texts.join();
  };
  const objectText = (value: object, ancestors: object[]): string => {
    if (ancestors.includes(value)) return '…';
    if (ancestors.length >= COMPARED_DEPTH_MAX) {
      onCut();
      return '…';
    }
    const inner = [...ancestors, value];
    if (isActor(value)) return `actor ${typeof value.src === 'string' ? value.src : ''}`;
    if (value instanceof Date) return `date ${value.getTime()}`;
    if (value instanceof Error) return `${value.name} ${value.message}`;
    if (value instanceof Blob)
      return `file ${'name' in value ? value.name : ''} ${value.type} ${value.size}`;
    if (value instanceof Map || value instanceof Set || Array.isArray(value))
      return `${value.constructor.name}[${itemsText(value, inner)}]`;
    const keys = Object.keys(value).sort();
    return `{${itemsText(
      keys.flatMap((key) => [key, (value as Record<string, unknown>)[key]]),
      inner,
    )}}`;
  };
  if (typeof root !== 'object' || root === null) return textOf(root, []);
  return Object.entries(root)
    .map(([key, value]) => {
      left = LENGTH_MAX;
      return `${key} ${textOf(value, [])}`;
    })
    .join();
};
