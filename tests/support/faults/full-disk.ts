import { closeSync, openSync, writeSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import type { SmtpInbox } from '../server/mail/smtp-inbox.ts';
import { makeUserWithEmail } from '../server/sign-up-steps.ts';
import { demoRequest, isUnavailable } from './load.ts';
import { newClient, type RunningServer } from './running-server.ts';

const FILLER_BYTES = 4096;
const PATIENCE = { timeout: 30_000 };

/** Fills a disk completely; the returned function frees it. */
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
  /** The disk that holds the database. */
  folder: string;
  /** How often the disk is filled and freed. */
  rounds: number;
  /** How many requests must fail in each round. */
  refusals: number;
}

/**
 * Fills the disk of a server and frees it again, several times.
 *
 * @returns the addresses of the acknowledged demo requests, and the number of failed ones
 */
export const fillDiskRepeatedly = async ({ server, inbox, folder, rounds, refusals }: Parts) => {
  const member = newClient(server);
  const { userId } = await makeUserWithEmail(
    { mailbox: { nextCode: inbox.nextCode } },
    member,
    'asha@company.example',
  );
  const accepted: string[] = [];
  let refused = 0;
  const ask = async () => {
    // Close to the length limit, so that the tables grow.
    const body = { ...demoRequest(), message: 'x '.repeat(900) };
    const response = await newClient(server).post(paths.requestDemo, body, { xsrf: null });
    if (response.status === 200) accepted.push(body.email);
    else
      expect([response.status, response.text, isUnavailable(response)]).toEqual([
        503,
        response.text,
        true,
      ]);
    return response.status;
  };
  const readiness = async () => (await newClient(server).get(paths.ready)).status;
  for (let round = 1; round <= rounds; round += 1) {
    const free = fillDisk(folder);
    try {
      for (let no = 0; no < refusals; ) if ((await ask()) === 503) no += 1;
      refused += refusals;
      await expect.poll(readiness, PATIENCE).toBe(503);
      expect((await newClient(server).get(paths.alive)).status).toBe(200);
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
