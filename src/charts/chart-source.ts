/** A kind of event, by what distinguishes it. */
export interface DeclaredEvent {
  type: string;
  /** The type of what comes along, as it is written; undefined where nothing does. */
  payload?: string | undefined;
}

/** What a chart may start, as its `setup` declares it. Types are source text. */
export interface DeclaredActor {
  kind: 'promise' | 'callback' | 'observable' | 'transition' | 'chart' | 'other';
  /** The whole type, or the expression that makes it. */
  text: string;
  input?: string | undefined;
  output?: string | undefined;
  /** What it can be sent. */
  receives?: string | undefined;
  /** For a chart: the module that it comes from, `./otp.ts`. */
  module?: string | undefined;
}

/** A call that makes an action: whom it sends to, what it sends or starts. */
export interface ActionCall {
  call: 'raise' | 'emit' | 'sendTo' | 'sendParent' | 'forwardTo' | 'spawn';
  /** The named action of `setup` that it stands in. */
  action?: string | undefined;
  /** Whom it sends to, or what it starts, where that is a literal. */
  target?: string | undefined;
  /** The id of what it starts, where that is a literal. */
  id?: string | undefined;
  /** The types of the events that it sends. */
  events: string[];
}

/** A type that others mention: declared in the chart's file, or imported into it. */
export interface MentionedType {
  name: string;
  /** Its declaration with its docstring; undefined for an imported one. */
  text?: string | undefined;
  /** Where an imported one comes from, `#contract/signed-in.ts`. */
  module?: string | undefined;
}

/** What only the source of a chart knows: types, rules and reasons. Types and rules are its text. */
export interface ChartSource {
  /** The paragraph above the chart. */
  docstring?: string | undefined;
  input?: string | undefined;
  context?: string | undefined;
  output?: string | undefined;
  events: DeclaredEvent[];
  emitted: DeclaredEvent[];
  actors: Record<string, DeclaredActor>;
  /** The name of what runs under an id, where `types.children` says so. */
  children: Record<string, string>;
  guards: Record<string, string>;
  delays: Record<string, string>;
  calls: ActionCall[];
  mentioned: MentionedType[];
}
