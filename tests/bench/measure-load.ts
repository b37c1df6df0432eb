import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import autocannon from 'autocannon';
import type { HotCalls, MakeRequest } from './hot-calls.ts';

const CONNECTIONS = 50;
const WARM_UP_S = 1;
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

/** Makes every call for some seconds over 50 connections, one kind after the other. */
export const measureLoad = async (
  url: string,
  calls: HotCalls,
  { seconds, dataDir }: { seconds: number; dataDir: string },
): Promise<Record<string, Load>> => {
  const loads: Record<string, Load> = {};
  for (const [name, makeRequest] of Object.entries(calls)) {
    await press(url, makeRequest, WARM_UP_S);
    const { latency, requests, non2xx, errors } = await press(url, makeRequest, seconds);
    loads[name] = {
      p50: latency.p50,
      p99: latency.p99,
      perSecond: Math.round(requests.average),
      failed: non2xx + errors,
    };
    await untilMailed(dataDir);
  }
  return loads;
};
