import type { AnyEventObject } from 'xstate';
import { MS_PER_S } from '#contract/durations.ts';
import { CHANNEL, type PageMessage, type ViewerMessage } from '../viewer/broadcast/messages.ts';

/** What the window asks of the worker. It answers each with `settled`, unless the chart never returns. */
export type Request =
  | { type: 'started'; page: string; input: unknown }
  | { type: 'announced' }
  | { type: 'event.sent'; session: string; event: AnyEventObject }
  /** By some ms, or until the next timer ends. */
  | { type: 'clock.turned'; byMs: number | 'next' };

/** The clock of a simulation. */
interface ClockInfo {
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

/** Time for one request; a chart takes some ms. */
export const BUDGET_MS = 3 * MS_PER_S;
/** Time to load the chart's module, which the server compiles first. */
export const LOAD_BUDGET_MS = 60 * MS_PER_S;

/** What a simulation shows besides its actors. */
export interface SimulationState extends ClockInfo {
  isRunning: boolean;
  /** A sentence where the chart threw, or was stopped. */
  problem: string;
}

const labelOf = (request: Request | undefined): string => {
  if (!request) return 'its module was loaded';
  if (request.type === 'event.sent') return request.event.type;
  return request.type === 'clock.turned' ? 'the clock was turned' : 'the start';
};

/**
 * Runs a chart in a worker, and stops the worker where a request takes longer than its budget. What is
 * sent in the live view of this window reaches the chart.
 */
export const createClient = (startWorker: () => Worker) => {
  const channel = new BroadcastChannel(CHANNEL);
  const listeners = new Set<() => void>();
  let state: SimulationState = { isRunning: false, elapsedMs: 0, problem: '' };
  let worker: Worker | undefined;
  let page = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Requests that are not yet met, in order. */
  let pending: Request[] = [];

  const update = (change: Partial<SimulationState>): void => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const stop = (problem = ''): void => {
    clearTimeout(timer);
    worker?.terminate();
    worker = undefined;
    pending = [];
    channel.postMessage({ type: 'page.closed', page } satisfies PageMessage);
    update({ isRunning: false, nextInMs: undefined, problem });
  };
  const watch = (budgetMs: number, request?: Request): void => {
    clearTimeout(timer);
    timer = setTimeout(
      () =>
        stop(
          `The chart did not come back within ${budgetMs / MS_PER_S} s after ${labelOf(request)}: a guard or an action never returns. It was stopped; Reset starts it anew.`,
        ),
      budgetMs,
    );
  };
  const request = (asked: Request): void => {
    if (!worker || !state.isRunning) return;
    pending.push(asked);
    if (pending.length === 1) watch(BUDGET_MS, asked);
    worker.postMessage(asked);
  };
  const settle = ({ type: _, problem = '', ...clock }: Response & { type: 'settled' }): void => {
    pending.shift();
    clearTimeout(timer);
    if (pending.length > 0) watch(BUDGET_MS, pending[0]);
    update({ ...clock, ...(problem === '' ? {} : { problem }) });
  };
  const start = (input: unknown): void => {
    if (worker) stop();
    page = Math.random().toString(36).slice(2);
    update({ isRunning: false, elapsedMs: 0, nextInMs: undefined, problem: '' });
    const started = startWorker();
    worker = started;
    watch(LOAD_BUDGET_MS);
    started.addEventListener('message', ({ data }: MessageEvent<Response>) => {
      if (started !== worker) return;
      if (data.type === 'settled') settle(data);
      else {
        update({ isRunning: true });
        request({ type: 'started', page, input });
      }
    });
    started.addEventListener('error', ({ message }) =>
      stop(`The chart can't be loaded in a browser: ${message || 'see the console'}`),
    );
  };

  channel.addEventListener('message', ({ data }: MessageEvent<ViewerMessage>) => {
    if (data.type === 'viewer.opened') request({ type: 'announced' });
    else if (data.type === 'event.sent' && data.page === page) {
      update({ problem: '' });
      request({ type: 'event.sent', session: data.session, event: data.event });
    }
  });
  return {
    start,
    turn: (byMs: number | 'next') => {
      update({ problem: '' });
      request({ type: 'clock.turned', byMs });
    },
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
