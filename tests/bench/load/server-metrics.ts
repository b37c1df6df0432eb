import { setTimeout as pause } from 'node:timers/promises';

const PAUSE_MS = 250;

/** The server's pool and outbox while it worked. */
export interface PoolUse {
  /** Connections in use: mean of the samples. */
  inUse: number;
  /** The most callers that waited for one. */
  waiting: number;
  /** Mails in the outbox in the last sample. */
  mails: number;
  /** Seconds since the oldest mail was due, in the last sample. */
  oldestMailS: number;
}

const readValue = (text: string, series: string): number =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.split(' ')[1] ?? Number.NaN,
  );

const readSample = async (port: number) => {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return {
    inUse: readValue(text, 'database_connections{state="in_use"}'),
    waiting: readValue(text, 'database_connections{state="waiting"}'),
    mails: readValue(text, 'outbox_mails'),
    oldestMailS: readValue(text, 'outbox_oldest_due_seconds'),
  };
};

/** Mails that have not left. */
export const waitingMails = async (port: number): Promise<number> => (await readSample(port)).mails;

/** Reads the server's metrics until the work has ended. */
export const watchPool = async (port: number, work: Promise<unknown>): Promise<PoolUse> => {
  let isDone = false;
  const ended = () => {
    isDone = true;
  };
  work.then(ended, ended);
  const samples = [];
  while (!isDone) {
    samples.push(await readSample(port));
    await pause(PAUSE_MS);
  }
  const last = samples.at(-1);
  return {
    inUse: samples.reduce((sum, { inUse }) => sum + inUse, 0) / Math.max(samples.length, 1),
    waiting: Math.max(0, ...samples.map(({ waiting }) => waiting)),
    mails: last?.mails ?? 0,
    oldestMailS: last?.oldestMailS ?? 0,
  };
};
