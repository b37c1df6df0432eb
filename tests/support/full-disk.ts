import { closeSync, openSync, writeSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { paths } from '#contract/paths.ts';
import { demoRequest, saysComeBack } from './load.ts';
import { type RunningServer, visit } from './server-fleet.ts';
import { makeUserOf } from './sign-up-steps.ts';
import type { SmtpInbox } from './smtp-inbox.ts';

const FILLER_BYTES = 4096;
const PATIENCE = { timeout: 30_000 };

/** Takes all that is left of a disk; the answer gives it back. */
export const fillDisk = (folder: string): (() => Promise<void>) => {
  const file = join(folder, 'filler');
  const handle = openSync(file, 'w');
  const bytes = Buffer.alloc(FILLER_BYTES);
  try {
    for (;;) writeSync(handle, bytes);
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' });
  } finally {
    closeSync(handle);
  }
  return () => rm(file);
};

interface Parts {
  server: RunningServer;
  inbox: SmtpInbox;
  /** The disk on which the database is. */
  folder: string;
  /** How often the disk is filled and freed. */
  rounds: number;
  /** How many requests are to be refused each time. */
  refusals: number;
}

/**
 * Fills the disk under a server and frees it again, some times over.
 *
 * @returns the addresses of the demo requests that were acknowledged, and how many were refused
 */
export const fillUpAndRecover = async ({ server, inbox, folder, rounds, refusals }: Parts) => {
  const member = visit(server);
  const { userId } = await makeUserOf(
    { mailbox: { nextCode: inbox.nextCode } },
    member,
    'asha@company.example',
  );
  const accepted: string[] = [];
  let refused = 0;
  const ask = async () => {
    // As much as one may say, so that the tables grow.
    const body = { ...demoRequest(), message: 'x '.repeat(900) };
    const answer = await visit(server).post(paths.requestDemo, body, { xsrf: null });
    if (answer.status === 200) accepted.push(body.email);
    else
      expect([answer.status, answer.text, saysComeBack(answer)]).toEqual([503, answer.text, true]);
    return answer.status;
  };
  const readiness = async () => (await visit(server).get(paths.ready)).status;
  for (let round = 1; round <= rounds; round += 1) {
    const free = fillDisk(folder);
    try {
      for (let no = 0; no < refusals; ) if ((await ask()) === 503) no += 1;
      refused += refusals;
      await expect.poll(readiness, PATIENCE).toBe(503);
      expect((await visit(server).get(paths.alive)).status).toBe(200);
    } finally {
      await free();
    }
    await expect.poll(readiness, PATIENCE).toBe(200);
    await expect.poll(ask, PATIENCE).toBe(200);
    const current = await member.get(paths.currentUser);
    expect([current.status, current.body.success?.uuid]).toEqual([200, userId]);
  }
  return { accepted, refused };
};
