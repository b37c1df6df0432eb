import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import autocannon from 'autocannon';
import type { MakeRequest } from './hot-calls.ts';

/** Connections at once, unless a benchmark says otherwise. */
const CONNECTIONS = 50;
const SETTLE_MS = 1000;

export interface Load {
  p50: number;
  p99: number;
  perSecond: number;
  /** Responses other than 200, and broken connections. */
  failed: number;
}

/** Sends one kind of request for some seconds, or a number of times. */
export const sendLoad = async (
  url: string,
  makeRequest: MakeRequest,
  {
    connections = CONNECTIONS,
    ...length
  }: ({ seconds: number } | { times: number }) & { connections?: number },
): Promise<Load> => {
  const { latency, requests, non2xx, errors } = await autocannon({
    url,
    connections,
    ...('times' in length ? { amount: length.times } : { duration: length.seconds }),
    requests: [{ setupRequest: (request) => ({ ...request, ...makeRequest(url) }) }],
  });
  return {
    p50: latency.p50,
    p99: latency.p99,
    perSecond: Math.round(requests.average),
    failed: non2xx + errors,
  };
};

const countMails = async (dataDir: string) =>
  (await readdir(join(dataDir, 'mailbox')).catch(() => [])).length;

// Mail that one call has queued must not slow down the next one.
const untilMailed = async (dataDir: string) => {
  let [before, after] = [-1, await countMails(dataDir)];
  while (after !== before) {
    await pause(SETTLE_MS);
    [before, after] = [after, await countMails(dataDir)];
  }
};

/**
 * Sends one kind of call for some seconds over 50 connections, then waits until its mail is
 * delivered.
 */
export const measureLoad = async (
  { url, dataDir }: { url: string; dataDir: string },
  makeRequest: MakeRequest,
  seconds: number,
): Promise<Load> => {
  const load = await sendLoad(url, makeRequest, { seconds });
  await untilMailed(dataDir);
  return load;
};
