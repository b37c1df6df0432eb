import { describe, expect, it } from 'vitest';
import { paths } from '#contract/paths.ts';
import { movedClock } from '../support/moved-clock.ts';
import { testPostgres } from '../support/not-run.ts';
import {
  newInbox,
  newSchema,
  type RunningServer,
  runServer,
  visit,
} from '../support/server-fleet.ts';
import { makeUserOf, receiveCode, verifyPath } from '../support/sign-up-steps.ts';
import type { SmtpInbox } from '../support/smtp-inbox.ts';

const HOUR_MS = 60 * 60_000;
const DIRECTIONS = [
  ['forward', HOUR_MS],
  ['back', -HOUR_MS],
] as const;

const moveClock = async (server: RunningServer) => {
  server.child.kill('SIGCONT');
  await expect.poll(server.output, { timeout: 10_000 }).toContain('The clock has moved.');
};

const open = async (ms: number, databaseUrl?: string) => {
  const inbox = await newInbox();
  const database: Record<string, string> =
    databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
  const server = await runServer({ ...database, SMTP_URL: inbox.url }, { preload: movedClock(ms) });
  return { server, inbox };
};

/** Somebody with a code, and somebody with a session, before the clock moves. */
const begin = async (server: RunningServer, inbox: SmtpInbox) => {
  const mailbox = { nextCode: inbox.nextCode };
  const [guest, member] = [visit(server), visit(server)];
  const email = 'guest@company.example';
  const code = await receiveCode({ mailbox }, guest, email);
  await makeUserOf({ mailbox }, member, 'member@other-company.example');
  return { guest, member, email, code, mailbox };
};

describe('a clock that moves by an hour', () => {
  it.for(DIRECTIONS)(
    '%s in a server on PostgreSQL touches neither codes nor sessions',
    { timeout: 90_000 },
    async ([, ms], context) => {
      const databaseUrl = await newSchema(testPostgres(context));
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

  it('forward on PGlite ends codes early; sessions are renewed, and all goes on', async () => {
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
  }, 90_000);

  it('back on PGlite lets no code work twice, and keeps nobody waiting for an hour', async () => {
    const { server, inbox } = await open(-HOUR_MS);
    const { guest, member, email, code, mailbox } = await begin(server, inbox);
    await moveClock(server);
    expect((await guest.get(verifyPath(email, code))).status).toBe(200);
    expect((await guest.get(verifyPath(email, code))).status).toBe(400);
    expect((await member.get(paths.currentUser)).status).toBe(200);
    expect((await member.post(paths.refresh)).status).toBe(200);
    const fresh = await receiveCode({ mailbox }, guest, email);
    expect((await guest.get(verifyPath(email, fresh))).status).toBe(200);
  }, 90_000);
});
