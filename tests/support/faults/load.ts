import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import type { TestClient } from '../server/http/test-client.ts';
import { newClient, type RunningServer } from './running-server.ts';

const READERS = 3;
const WRITERS = 3;
const PAUSE_MS = 20;

/** The responses of a server while its database fails. */
export interface Load {
  /** Number of responses by status. */
  statuses: Record<number, number>;
  /** Responses other than 200 and 503 with Retry-After; must stay empty. */
  wrong: string[];
  /** Email addresses of the demo requests that were accepted. */
  accepted: string[];
  stop(): Promise<void>;
}

/** A demo request with a unique address by default. */
export const demoRequest = (email = `p@load-${randomUUID()}.example`) => ({
  name: 'Asha Rao',
  email,
  phone: '+919876543210',
  organization: 'Acme',
  message: '',
});

/** Whether a response is a 503 `unavailable` with Retry-After. */
export const isUnavailable = ({ status, headers, error }: Awaited<ReturnType<TestClient['get']>>) =>
  status === 503 && Number(headers['retry-after']) > 0 && error?.code === 'unavailable';

/**
 * Keeps a server busy: clients repeatedly read the current user and request demos.
 *
 * @param member a client with a session
 */
export const startLoad = (server: Pick<RunningServer, 'url'>, member: TestClient): Load => {
  let isStopped = false;
  const load: Load = {
    statuses: {},
    wrong: [],
    accepted: [],
    async stop() {
      isStopped = true;
      await all;
    },
  };

  const record = (response: Awaited<ReturnType<TestClient['get']>>) => {
    load.statuses[response.status] = (load.statuses[response.status] ?? 0) + 1;
    if (response.status !== 200 && !isUnavailable(response))
      load.wrong.push(`${response.status} ${response.text}`);
  };
  const read = async () => record(await member.get(paths.currentUser));
  const write = async () => {
    const body = demoRequest();
    const response = await newClient(server).post(paths.requestDemo, body, { xsrf: null });
    record(response);
    if (response.status === 200) load.accepted.push(body.email);
  };
  const repeat = async (act: () => Promise<void>) => {
    while (!isStopped) {
      await act().catch((error) => load.wrong.push(String(error)));
      await pause(PAUSE_MS);
    }
  };
  const all = Promise.all([
    ...Array.from({ length: READERS }, () => repeat(read)),
    ...Array.from({ length: WRITERS }, () => repeat(write)),
  ]);
  return load;
};

/** Waits until the server has sent so many more responses with a status. */
export const waitForResponses = async ({ statuses }: Load, status: number, times = 10) => {
  const enough = (statuses[status] ?? 0) + times;
  await expect
    .poll(() => statuses[status] ?? 0, { timeout: 60_000 })
    .toBeGreaterThanOrEqual(enough);
};
