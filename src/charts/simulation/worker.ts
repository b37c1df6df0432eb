import { CHANNEL, windowName } from '../viewer/broadcast/messages.ts';
import type { Request, Response } from './client.ts';
import { createClock, installClock } from './clock.ts';
import { simulate } from './simulate.ts';

const clock = createClock();
// Before the chart's module, which may read the time while it loads. The window chose the time.
installClock(clock, Number(/\d+/.exec(windowName)));

const { chart } = await import('virtual:simulated-chart');
const channel = new BroadcastChannel(CHANNEL);
const answer = (response: Response): void => postMessage(response);
let simulation: ReturnType<typeof simulate> | undefined;
let problem: string | undefined;

const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

const handle = async (request: Request): Promise<void> => {
  if (request.type === 'started') {
    simulation = simulate(
      { ...chart, ...request },
      (message) => channel.postMessage(message),
      (action, error) => {
        problem = `The action ${action} threw, and the simulation went on without it: ${reasonOf(error)}`;
      },
    );
    simulation.start();
  } else if (request.type === 'announced') simulation?.announce();
  else if (request.type === 'event.sent') simulation?.send(request.session, request.event);
  else await clock.turn(request.byMs === 'next' ? (clock.nextInMs() ?? 0) : request.byMs);
};

addEventListener('message', async ({ data }: MessageEvent<Request>) => {
  problem = undefined;
  try {
    await handle(data);
  } catch (error) {
    problem = reasonOf(error);
  }
  const { elapsedMs, nextInMs } = clock;
  answer({ type: 'settled', problem, elapsedMs: elapsedMs(), nextInMs: nextInMs() });
});
answer({ type: 'loaded' });
