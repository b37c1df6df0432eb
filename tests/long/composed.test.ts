import { expect, it } from 'vitest';
import {
  type ComposedStack,
  missingStackReason,
  startComposedStack,
} from '#tests/support/faults/composed-stack.ts';
import { startLoad, waitForResponses } from '#tests/support/faults/load.ts';
import { newClient, newInbox, type RunningServer } from '#tests/support/faults/running-server.ts';
import { createRetryingSignUp } from '#tests/support/server/retrying-sign-up.ts';
import { skipBecause } from '#tests/support/skip-reporter.ts';

const NAMES = ['server-1', 'server-2'] as const;

/** Number of requests that a server has answered, without the balancer's health checks. */
const countRequests = ({ output }: RunningServer): number =>
  output().match(/"route":"\/v[12]\//g)?.length ?? 0;

const startBoth = async ({ startServer }: ComposedStack) => {
  const [one, two] = await Promise.all(NAMES.map(startServer));
  if (!one || !two) throw new Error('two servers');
  return { 'server-1': one, 'server-2': two };
};

it('two servers of compose.yaml restart one after the other, and no request fails', async (context) => {
  skipBecause(context, missingStackReason());
  const inbox = await newInbox();
  const stack = await startComposedStack(new URL(inbox.url).host);
  const servers = await startBoth(stack);
  await expect.poll(() => fetch(`${stack.url}/readyz`).then(({ status }) => status)).toBe(200);

  const person = createRetryingSignUp('asha@stack.example', newClient(stack), inbox);
  await expect
    .poll(() => person.step().then(() => person.acknowledged.isDone), { timeout: 60_000 })
    .toBe(true);
  const load = startLoad(stack, person.client);
  for (const name of NAMES) {
    const before = servers[name];
    await expect.poll(() => countRequests(before)).toBeGreaterThan(0);
    before.child.kill('SIGTERM');
    expect(await before.ended).toBe(0);
    await waitForResponses(load, 200);
    servers[name] = await stack.startServer(name);
    await expect.poll(() => countRequests(servers[name])).toBeGreaterThan(0);
  }
  await load.stop();
  const { statuses, wrong } = load;
  expect({ statuses: Object.keys(statuses), wrong }).toEqual({ statuses: ['200'], wrong: [] });
  context.task.meta.figures = { restarts: NAMES.length, requests: statuses[200] };
});
