// @module-tag further
import { describe, expect, it } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { clockShiftModule } from '#tests/support/faults/clock-shift.ts';
import {
  newClient,
  newDatabase,
  newInbox,
  type RunningServer,
  runServer,
} from '#tests/support/faults/running-server.ts';
import type { SmtpInbox } from '#tests/support/server/mail/smtp-inbox.ts';
import { makeUserWithEmail, receiveCode, verifyPath } from '#tests/support/server/sign-up-steps.ts';

const HOUR_MS = 60 * 60_000;
const DIRECTIONS = [
  ['forward', HOUR_MS],
  ['back', -HOUR_MS],
] as const;

const moveClock = async (server: RunningServer) => {
  server.child.kill('SIGCONT');
  await expect.poll(server.output).toContain('The clock has moved.');
};

const open = async (ms: number, databaseUrl?: string) => {
  const inbox = await newInbox();
  const database: Record<string, string> =
    databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
  const server = await runServer(
    { ...database, SMTP_URL: inbox.url },
    { preload: clockShiftModule(ms) },
  );
  return { server, inbox };
};

/** Creates a client with a code and one with a session before the clock is shifted. */
const begin = async (server: RunningServer, inbox: SmtpInbox) => {
  const mailbox = { nextCode: inbox.nextCode };
  const [guest, member] = [newClient(server), newClient(server)];
  const email = 'guest@company.example';
  const code = await receiveCode({ mailbox }, guest, email);
  await makeUserWithEmail({ mailbox }, member, 'member@other-company.example');
  return { guest, member, email, code, mailbox };
};

describe('a clock shift by one hour', () => {
  it.for(DIRECTIONS)(
    '%s on a server with PostgreSQL affects neither codes nor sessions',
    async ([, ms], context) => {
      const databaseUrl = await newDatabase(context);
      const { server, inbox } = await open(ms, databaseUrl);
      const { guest, member, email, code, mailbox } = await begin(server, inbox);
      await moveClock(server);
      expect((await guest.get(verifyPath(email, code))).status).toBe(200);
      expect((await guest.get(verifyPath(email, code))).status).toBe(400);
      expect((await member.get(paths.currentUser)).status).toBe(200);
      expect((await member.post(paths.refresh)).status).toBe(200);
      await receiveCode({ mailbox }, guest, 'another@company.example');
    },
  );

  it('forward with PGlite expires codes early; sessions are renewed', async () => {
    const { server, inbox } = await open(HOUR_MS);
    const { guest, member, email, code, mailbox } = await begin(server, inbox);
    await moveClock(server);
    expect((await guest.get(verifyPath(email, code))).status).toBe(400);
    const fresh = await receiveCode({ mailbox }, guest, email);
    expect((await guest.get(verifyPath(email, fresh))).status).toBe(200);
    expect((await guest.get(verifyPath(email, fresh))).status).toBe(400);
    expect((await member.get(paths.currentUser)).status).toBe(401);
    expect((await member.post(paths.refresh)).status).toBe(200);
    expect((await member.get(paths.currentUser)).status).toBe(200);
  });

  it('back with PGlite accepts no code twice and blocks nobody for an hour', async () => {
    const { server, inbox } = await open(-HOUR_MS);
    const { guest, member, email, code, mailbox } = await begin(server, inbox);
    await moveClock(server);
    expect((await guest.get(verifyPath(email, code))).status).toBe(200);
    expect((await guest.get(verifyPath(email, code))).status).toBe(400);
    expect((await member.get(paths.currentUser)).status).toBe(200);
    expect((await member.post(paths.refresh)).status).toBe(200);
    const fresh = await receiveCode({ mailbox }, guest, email);
    expect((await guest.get(verifyPath(email, fresh))).status).toBe(200);
  });
});
