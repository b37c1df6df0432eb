/** An event that an actor received, and the state value that it led to. */
interface RecordedEvent {
  /** Time of the event, epoch ms; undefined in a list that was written by hand. */
  at?: number | undefined;
  event: { type: string };
  /** Undefined in a list that was written by hand. */
  value?: unknown;
}

/** The events of one actor since its start, as the live view saves them. Secrets are masked. */
export interface Recording {
  /** Name or id of the chart; undefined in a list that was written by hand. */
  chart?: string | undefined;
  /** Time of the start, epoch ms. */
  at?: number | undefined;
  input?: unknown;
  /** State value after the start. */
  value?: unknown;
  events: RecordedEvent[];
}
