import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { postgresUrl } from '#tests/support/server/database/test-postgres.ts';
import { markdownTable } from '../markdown-table.ts';
import { median } from '../median.ts';
import { type MailCatcher, openMailCatcher } from '../server/mail-catcher.ts';
import { sendLoad } from '../server/measure-load.ts';
import { openOurSide } from './our-side.ts';
import { openPeerSide } from './peer-side.ts';
import type { PeerCall, Side } from './side.ts';

const isQuick = process.env['BENCH_QUICK'] === '1';
const CONNECTIONS = 20;
const ROUNDS = isQuick ? 1 : 5;
/** Short, so that a change of the machine's load reaches every side. */
const SECONDS = 2;
const SETTLE_MS = 500;
const MS_PER_S = 1000;
const MINUTE_MS = 60_000;
/** Calls of a kind that no tested machine makes more of in a second. */
const CALLS_A_SECOND_MAX = 3000;
const ACCOUNTS = (ROUNDS + 1) * SECONDS * CALLS_A_SECOND_MAX;
const CALLS: readonly PeerCall[] = [
  'code requested',
  'code verified, known address',
  'code verified, new address',
  'session read',
];
const MAILED = 'code requested and mailed';

/** Medians a second by what was counted, then by side. */
type Rates = Record<string, Record<string, number[]>>;

// Mail of one side must not slow down the other one.
const untilMailed = async (mails: MailCatcher): Promise<void> => {
  let [before, after] = [-1, mails.count()];
  while (after !== before) {
    await pause(SETTLE_MS);
    [before, after] = [after, mails.count()];
  }
};

/** Sends calls for a short time; returns calls and mails a second, the latter until the last has come. */
const measure = async (side: Side, call: PeerCall, mails: MailCatcher) => {
  const [startedAt, before] = [performance.now(), mails.count()];
  const { perSecond, failed } = await sendLoad(side.url, side.calls[call], {
    seconds: SECONDS,
    connections: CONNECTIONS,
  });
  await untilMailed(mails);
  const sent = mails.count() - before;
  const mailed = sent && Math.round((sent * MS_PER_S) / (mails.newestAt() - startedAt));
  return { perSecond, failed, mailed };
};

const toRows = (rates: Rates) =>
  Object.entries(rates).map(([what, sides]) => {
    const medians = Object.entries(sides).map(([name, all]) => [name, median(all)] as const);
    const ours = median(sides['ours'] ?? []);
    return {
      'a second': what,
      ...Object.fromEntries(medians),
      ...Object.fromEntries(
        medians.slice(1).map(([name, value]) => [`ours : ${name}`, (ours / value).toFixed(2)]),
      ),
    };
  });

test.skipIf(postgresUrl === undefined)(
  'codes and sessions, against better-auth on the same PostgreSQL',
  async () => {
    const mails = await openMailCatcher();
    onTestFinished(mails.close);
    const settings = { smtpUrl: mails.url, accounts: ACCOUNTS };
    const sides: [string, Side][] = [];
    for (const [name, open] of [
      ['ours', () => openOurSide(settings)],
      ['better-auth', () => openPeerSide(settings, 'memory')],
      ['better-auth, limits in the database', () => openPeerSide(settings, 'database')],
    ] as const) {
      const side = await open();
      onTestFinished(side.stop);
      sides.push([name, side]);
    }
    const rates: Rates = {};
    let failures = 0;
    const note = (what: string, name: string, perSecond: number) => {
      const row = rates[what] ?? {};
      rates[what] = row;
      row[name] = [...(row[name] ?? []), perSecond];
    };
    for (const call of CALLS)
      for (let round = 0; round <= ROUNDS; round += 1)
        for (const [name, side] of sides) {
          const { perSecond, failed, mailed } = await measure(side, call, mails);
          failures += failed;
          // The first round warms up.
          if (round === 0) continue;
          note(call, name, perSecond);
          if (mailed > 0) note(MAILED, name, mailed);
        }
    const rows = toRows(rates);
    console.log(markdownTable(rows));
    console.log(JSON.stringify(rows));
    expect(failures).toBe(0);
  },
  60 * MINUTE_MS,
);
