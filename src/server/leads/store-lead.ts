import { type Kysely, sql, type Transaction } from 'kysely';
import {
  LEAD_REPEAT_WINDOW_MS,
  LEADS_PER_NETWORK_PER_HOUR,
  NOTICE_LIFETIME_MS,
} from '#contract/limits.ts';
import type { Database } from '../db/types.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { digestOf, type LeadFields } from './lead-fields.ts';

const HOUR_S = 60 * 60;
const MS_PER_S = 1000;

interface Lead {
  fields: LeadFields;
  /** The client's network, as `clientNetwork` writes it. */
  network: string;
  /** Who is told. */
  salesEmail: string;
}

/** `repeated`: the same request is stored already. `retryAfterS`: the network has to wait. */
export type LeadOutcome = { is: 'stored' | 'repeated' } | { is: 'limited'; retryAfterS: number };

const lock = (trx: Transaction<Database>, name: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);

const isRepeated = async (trx: Transaction<Database>, digest: Buffer): Promise<boolean> => {
  const { rows } = await sql`select 1 from leads where digest = ${digest}
    and created_at > clock_timestamp() - make_interval(secs => ${LEAD_REPEAT_WINDOW_MS / MS_PER_S})
    limit 1`.execute(trx);
  return rows.length > 0;
};

// The limit holds until the oldest of the newest twenty leaves the hour.
const secondsToWait = async (trx: Transaction<Database>, network: string): Promise<number> => {
  const { rows } = await sql<{ seconds: number }>`select ceil(extract(epoch from
      sent_at + make_interval(secs => ${HOUR_S}) - clock_timestamp()))::integer as seconds
    from lead_sends where network = ${network} order by sent_at desc
    offset ${sql.lit(LEADS_PER_NETWORK_PER_HOUR - 1)} limit 1`.execute(trx);
  return Math.max(rows[0]?.seconds ?? 0, 0);
};

/**
 * Stores a demo request and has the sales mailbox told, both or neither (decisions, Demo requests).
 * A repeat is neither stored nor mailed, and doesn't count. The caller wakes the mail worker.
 */
export const storeLead = (
  db: Kysely<Database>,
  { fields, network, salesEmail }: Lead,
): Promise<LeadOutcome> =>
  db.transaction().execute(async (trx): Promise<LeadOutcome> => {
    const digest = digestOf(fields);
    // Always the request first, so that no two transactions wait for each other.
    await lock(trx, `lead ${digest.toString('hex')}`);
    await lock(trx, `lead network ${network}`);
    if (await isRepeated(trx, digest)) return { is: 'repeated' };
    const retryAfterS = await secondsToWait(trx, network);
    if (retryAfterS > 0) return { is: 'limited', retryAfterS };

    // The clock's own time, because now() stands still while a transaction waits for its locks.
    const moment = sql<Date>`clock_timestamp()`;
    const { id } = await trx
      .insertInto('leads')
      .values({ ...fields, digest, created_at: moment })
      .returning('id')
      .executeTakeFirstOrThrow();
    await trx.insertInto('lead_sends').values({ lead_id: id, network, sent_at: moment }).execute();
    await enqueueMail(trx, {
      kind: 'lead',
      recipient: salesEmail,
      payload: fields,
      lifetimeMs: NOTICE_LIFETIME_MS,
      dedupeKey: `lead ${id}`,
    });
    return { is: 'stored' };
  });
