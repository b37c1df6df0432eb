import type { AnyEventObject } from 'xstate';

/** What the window asks of the worker. It answers each with `settled`, unless the chart never returns. */
export type Request =
  | { type: 'started'; page: string; input: unknown }
  | { type: 'announced' }
  | { type: 'event.sent'; session: string; event: AnyEventObject }
  /** By some ms, or until the next timer ends. */
  | { type: 'clock.turned'; byMs: number | 'next' };

/** The clock of a simulation. */
export interface ClockInfo {
  /** Time since the start, ms. */
  elapsedMs: number;
  /** Time until the next timer of the chart ends, ms; undefined without one. */
  nextInMs?: number | undefined;
}

/** What the worker tells the window. What the actors do, it tells the live view by its messages. */
export type Response =
  /** The chart's module is loaded. */
  | { type: 'loaded' }
  /** The request has been met; `problem` is a sentence where the chart threw. */
  | ({ type: 'settled'; problem?: string | undefined } & ClockInfo);
