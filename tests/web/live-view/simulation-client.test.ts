import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Request, Response } from '#charts/simulation/client.ts';

type Listener = (event: { data?: unknown; message?: string }) => void;

/** A worker that a test answers for. */
class FakeWorker {
  asked: Request[] = [];
  isTerminated = false;
  readonly #listeners: Record<string, Listener> = {};
  addEventListener(type: string, listener: Listener) {
    this.#listeners[type] = listener;
  }
  postMessage(request: Request) {
    this.asked.push(request);
  }
  terminate() {
    this.isTerminated = true;
  }
  answer(response: Response) {
    this.#listeners['message']?.({ data: response });
  }
  fail(message: string) {
    this.#listeners['error']?.({ message });
  }
}

const posted: unknown[] = [];
let receive: Listener = () => {};
vi.stubGlobal(
  'BroadcastChannel',
  class {
    addEventListener(_type: string, listener: Listener) {
      receive = listener;
    }
    postMessage(message: unknown) {
      posted.push(message);
    }
  },
);
const { BUDGET_MS, createClient, LOAD_BUDGET_MS } = await import('#charts/simulation/client.ts');

const workers: FakeWorker[] = [];
const open = () => {
  const client = createClient(() => {
    workers.push(new FakeWorker());
    return workers.at(-1) as unknown as Worker;
  });
  client.start({ name: 'Asha' });
  return client;
};
const worker = () => workers.at(-1) as FakeWorker;
const settled = { type: 'settled', elapsedMs: 0, nextInMs: undefined } as const;
const pageOf = ({ asked }: FakeWorker) => {
  const [started] = asked;
  return started?.type === 'started' ? started.page : '';
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  workers.length = 0;
  posted.length = 0;
});

test('starts the chart with its input once its module is loaded', () => {
  const client = open();
  expect(worker().asked).toEqual([]);
  worker().answer({ type: 'loaded' });
  expect(worker().asked).toMatchObject([{ type: 'started', input: { name: 'Asha' } }]);
  worker().answer({ ...settled, nextInMs: 30 });
  vi.advanceTimersByTime(LOAD_BUDGET_MS);
  expect(client.state()).toEqual({ isRunning: true, elapsedMs: 0, nextInMs: 30, problem: '' });
});

test('a request that takes too long stops the worker, with a sentence that names it', () => {
  const client = open();
  worker().answer({ type: 'loaded' });
  worker().answer(settled);
  const page = pageOf(worker());
  receive({ data: { type: 'event.sent', page, session: 'x:0', event: { type: 'go' } } });
  vi.advanceTimersByTime(BUDGET_MS - 1);
  expect(client.state().isRunning).toBe(true);
  vi.advanceTimersByTime(1);
  expect(client.state()).toMatchObject({
    isRunning: false,
    problem: expect.stringMatching(/^The chart did not come back within 3 s after go: a guard/),
  });
  expect(worker().isTerminated).toBe(true);
  expect(posted).toEqual([{ type: 'page.closed', page }]);
});

test('each of several requests has the whole budget', () => {
  const client = open();
  worker().answer({ type: 'loaded' });
  client.turn(100);
  client.turn('next');
  for (let answered = 0; answered < 3; answered += 1) {
    vi.advanceTimersByTime(BUDGET_MS - 1);
    worker().answer(settled);
  }
  vi.advanceTimersByTime(BUDGET_MS);
  expect(client.state().isRunning).toBe(true);
});

test('a module that never ends loading, or cannot be loaded, is a sentence', () => {
  const client = open();
  vi.advanceTimersByTime(LOAD_BUDGET_MS);
  expect(client.state().problem).toContain('within 60 s after its module was loaded');
  client.start(undefined);
  worker().fail('document is not defined');
  expect(client.state().problem).toContain('document is not defined');
});

test('a reset closes the page of the former worker, which is heard no more', () => {
  const client = open();
  const [first] = workers;
  first?.answer({ type: 'loaded' });
  client.start(undefined);
  expect(first?.isTerminated).toBe(true);
  expect(posted).toEqual([{ type: 'page.closed', page: first && pageOf(first) }]);
  first?.answer({ ...settled, elapsedMs: 900 });
  expect(client.state().elapsedMs).toBe(0);
  worker().answer({ type: 'loaded' });
  expect(worker().asked).toMatchObject([{ type: 'started', input: undefined }]);
});

test('forwards what is sent to its own page, and asks for the actors when a view opens', () => {
  open();
  worker().answer({ type: 'loaded' });
  receive({ data: { type: 'event.sent', page: 'another', session: 'x:0', event: { type: 'go' } } });
  receive({ data: { type: 'viewer.opened' } });
  expect(worker().asked.map(({ type }) => type)).toEqual(['started', 'announced']);
});

test('what the chart threw is told until the next request', () => {
  const client = open();
  worker().answer({ type: 'loaded' });
  worker().answer({ ...settled, problem: 'The action write threw' });
  expect(client.state().problem).toBe('The action write threw');
  client.turn(100);
  expect(client.state().problem).toBe('');
});
