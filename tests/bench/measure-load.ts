import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import autocannon from 'autocannon';
import type { MakeRequest } from './hot-calls.ts';

const CONNECTIONS = 50;
const SETTLE_MS = 1000;

export interface Load {
  p50: number;
  p99: number;
  perSecond: number;
  /** Answers that are not 200, and connections that broke. */
  failed: number;
}

const press = (url: string, makeRequest: MakeRequest, duration: number) =>
  autocannon({
    url,
    connections: CONNECTIONS,
    duration,
    requests: [{ setupRequest: (request) => ({ ...request, ...makeRequest(url) }) }],
  });

const countMails = async (dataDir: string) =>
  (await readdir(join(dataDir, 'mailbox')).catch(() => [])).length;

// What one call has left to be mailed must not slow the next one down.
const untilMailed = async (dataDir: string) => {
  let [before, now] = [-1, await countMails(dataDir)];
  while (now !== before) {
    await pause(SETTLE_MS);
    [before, now] = [now, await countMails(dataDir)];
  }
};

/** Makes one kind of call for some seconds over 50 connections, and waits until its mail is out. */
export const measureLoad = async (
  { url, dataDir }: { url: string; dataDir: string },
  makeRequest: MakeRequest,
  seconds: number,
): Promise<Load> => {
  const { latency, requests, non2xx, errors } = await press(url, makeRequest, seconds);
  await untilMailed(dataDir);
  return {
    p50: latency.p50,
    p99: latency.p99,
    perSecond: Math.round(requests.average),
    failed: non2xx + errors,
  };
};
