/** An event type that a chart declares. */
export interface DeclaredEvent {
  type: string;
  /** The payload type as source text; undefined without a payload. */
  payload?: string | undefined;
}

/** The fields of an event's payload by name, with their types as source text. */
export type DeclaredFields = Record<string, { type: string; isOptional: boolean }>;

/** An actor that `setup` declares. Types are source text. */
export interface DeclaredActor {
  kind: 'promise' | 'callback' | 'observable' | 'transition' | 'chart' | 'other';
  /** The whole type, or the expression that creates the logic. */
  text: string;
  input?: string | undefined;
  output?: string | undefined;
  receives?: string | undefined;
  /** For a chart: its module, `./otp.ts`. */
  module?: string | undefined;
}

/** A call that creates an action: receiver, events, spawned actor. */
export interface ActionCall {
  call: 'raise' | 'emit' | 'sendTo' | 'sendParent' | 'forwardTo' | 'spawn';
  /** The named action of `setup` that contains the call. */
  action?: string | undefined;
  /** The receiver or the spawned source, if it is a literal. */
  target?: string | undefined;
  /** The id of the spawned actor, if it is a literal. */
  id?: string | undefined;
  events: string[];
}

/** A referenced type: declared in the chart's file or imported. */
export interface MentionedType {
  name: string;
  /** Its declaration with its docstring; undefined for an imported one. */
  text?: string | undefined;
  /** The module of an imported type, `#contract/session.ts`. */
  module?: string | undefined;
}

/** What only the source of a chart has: types, implementations, docstring. All as source text. */
export interface ChartSource {
  docstring?: string | undefined;
  input?: string | undefined;
  context?: string | undefined;
  output?: string | undefined;
  events: DeclaredEvent[];
  /** The payload fields of each event, by event type. */
  payloads: Record<string, DeclaredFields>;
  emitted: DeclaredEvent[];
  actors: Record<string, DeclaredActor>;
  guards: Record<string, string>;
  delays: Record<string, string>;
  calls: ActionCall[];
  mentioned: MentionedType[];
}
