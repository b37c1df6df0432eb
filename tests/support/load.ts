import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { paths } from '#contract/paths.ts';
import type { RunningServer } from './server-fleet.ts';
import { visit } from './server-fleet.ts';
import type { TestClient } from './test-client.ts';

const READERS = 3;
const WRITERS = 3;
const PAUSE_MS = 20;

/** What a server answered while its database failed. */
export interface Load {
  /** How often each status came. */
  statuses: Record<number, number>;
  /** What came besides 200 and a 503 that says when to come back: it should stay empty. */
  wrong: string[];
  /** Addresses of the demo requests that it has accepted. */
  accepted: string[];
  stop(): Promise<void>;
}

/** A demo request that no other is like. */
export const demoRequest = (email = `p@load-${randomUUID()}.example`) => ({
  name: 'Asha Rao',
  email,
  phone: '+919876543210',
  organization: 'Acme',
  message: '',
});

/** Whether an answer is what a server may say that can't work just now. */
export const saysComeBack = ({ status, headers, error }: Awaited<ReturnType<TestClient['get']>>) =>
  status === 503 && Number(headers['retry-after']) > 0 && error?.code === 'unavailable';

/**
 * Keeps a server busy: some ask who they are, some ask for a demo, each again and again.
 *
 * @param member has a session
 */
export const putUnderLoad = (server: RunningServer, member: TestClient): Load => {
  let isOver = false;
  const load: Load = {
    statuses: {},
    wrong: [],
    accepted: [],
    async stop() {
      isOver = true;
      await all;
    },
  };

  const note = (answer: Awaited<ReturnType<TestClient['get']>>) => {
    load.statuses[answer.status] = (load.statuses[answer.status] ?? 0) + 1;
    if (answer.status !== 200 && !saysComeBack(answer))
      load.wrong.push(`${answer.status} ${answer.text}`);
  };
  const read = async () => note(await member.get(paths.currentUser));
  const write = async () => {
    const body = demoRequest();
    const answer = await visit(server).post(paths.requestDemo, body, { xsrf: null });
    note(answer);
    if (answer.status === 200) load.accepted.push(body.email);
  };
  const again = async (act: () => Promise<void>) => {
    while (!isOver) {
      await act().catch((error) => load.wrong.push(String(error)));
      await pause(PAUSE_MS);
    }
  };
  const all = Promise.all([
    ...Array.from({ length: READERS }, () => again(read)),
    ...Array.from({ length: WRITERS }, () => again(write)),
  ]);
  return load;
};

/** Waits until it has answered that often with a status since now. */
export const untilMore = async ({ statuses }: Load, status: number, times = 10) => {
  const enough = (statuses[status] ?? 0) + times;
  await expect
    .poll(() => statuses[status] ?? 0, { timeout: 60_000 })
    .toBeGreaterThanOrEqual(enough);
};
