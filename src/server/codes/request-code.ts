import { randomUUID } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import {
  CODE_LIFETIME_MS,
  CODES_PER_DAY,
  CODES_PER_HOUR,
  CODES_PER_NETWORK_PER_HOUR,
  RESEND_PAUSE_MS,
} from '#contract/limits.ts';
import { fromNow } from '../db/time.ts';
import type { CodePurpose, Database } from '../db/types.ts';
import { enqueueMail } from '../mail/outbox.ts';

const HOUR_S = 60 * 60;
const DAY_S = 24 * HOUR_S;
const MS_PER_S = 1000;

export interface CodeRequest {
  /** Canonical. */
  email: string;
  purpose: CodePurpose;
  /** The client's network, as `clientNetwork` writes it. */
  network: string;
}

/** Whether a code is on its way, and the seconds after which another one may be asked for. */
export interface CodeRequestOutcome {
  isAccepted: boolean;
  retryAfterS: number;
}

const lock = (trx: Transaction<Database>, name: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);

// A limit of n in a window holds until the n-th newest row leaves the window. The clock's own time,
// because now() stands still while a transaction waits for its locks. What was sent in the future was
// sent before the clock was set back: counted, it would close the address until that moment comes.
const secondsToWait = async (
  trx: Transaction<Database>,
  { email, purpose, network }: CodeRequest,
): Promise<number> => {
  const address = sql`email = ${email} and purpose = ${purpose}`;
  const until = (whose: typeof address, count: number, windowS: number) => sql`(
    select sent_at + make_interval(secs => ${windowS}) from code_sends where ${whose} and sent_at <= clock_timestamp()
    order by sent_at desc offset ${sql.lit(count - 1)} limit 1)`;
  const { rows } = await sql<{ seconds: number | null }>`select ceil(extract(epoch from greatest(
      ${until(address, 1, RESEND_PAUSE_MS / MS_PER_S)},
      ${until(address, CODES_PER_HOUR, HOUR_S)},
      ${until(address, CODES_PER_DAY, DAY_S)},
      ${until(sql`network = ${network}`, CODES_PER_NETWORK_PER_HOUR, HOUR_S)}
    ) - clock_timestamp()))::integer as seconds`.execute(trx);
  return Math.max(rows[0]?.seconds ?? 0, 0);
};

/**
 * Asks for a code within the limits of decisions, Codes. The outbox worker makes it, so that it is
 * nowhere in clear; until then the address has no code that holds. The caller wakes the worker.
 */
export const requestCode = (
  db: Kysely<Database>,
  request: CodeRequest,
): Promise<CodeRequestOutcome> =>
  db.transaction().execute(async (trx) => {
    const { email, purpose, network } = request;
    // Always the address first, so that no two requests wait for each other.
    await lock(trx, `code ${purpose} ${email}`);
    await lock(trx, `network ${network}`);
    const waitS = await secondsToWait(trx, request);
    if (waitS > 0) return { isAccepted: false, retryAfterS: waitS };

    const challenge = randomUUID();
    const fresh = {
      challenge,
      hash: null,
      attempts: 0,
      consumed_at: null,
      expires_at: fromNow(CODE_LIFETIME_MS),
    };
    await trx
      .insertInto('codes')
      .values({ email, purpose, ...fresh })
      .onConflict((conflict) => conflict.columns(['email', 'purpose']).doUpdateSet(fresh))
      .execute();
    await trx
      .insertInto('code_sends')
      .values({ challenge, email, purpose, network, sent_at: sql<Date>`clock_timestamp()` })
      .execute();
    await enqueueMail(trx, {
      kind: 'code',
      recipient: email,
      payload: { purpose, challenge },
      lifetimeMs: CODE_LIFETIME_MS,
    });
    return { isAccepted: true, retryAfterS: RESEND_PAUSE_MS / MS_PER_S };
  });
