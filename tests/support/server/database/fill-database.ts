import { type Kysely, sql } from 'kysely';
import { createAuditPartitions } from '#server/database/audit-partitions.ts';
import { ago } from '#server/database/time.ts';
import type { Database } from '#server/database/types.ts';

export interface FillCounts {
  /** Users, each with a company and a logo. */
  users: number;
  sessions: number;
  leads: number;
  /** Rows of each other growing table. */
  others: number;
}

/** Rows per statement: the embedded database keeps a statement's rows in memory. */
const CHUNK_ROWS = 20_000;

// A few rows in a thousand are expired, as between two runs of the reaper.
const statements: Record<string, { rows: keyof FillCounts; insert: string }> = {
  companies: {
    rows: 'users',
    insert: `select md5('company ' || n)::uuid, 'owner-' || n || '@filled-' || n || '.example',
      'Company ' || n, 'https://filled-' || n || '.example', 'Delhi', array['Sales'], 'free-trial',
      null, null, now() - interval '2 days', now() - interval '2 days', false, n % 1000 <> 0`,
  },
  logos: {
    rows: 'users',
    insert: `select 'logo-' || n || '.png', md5('company ' || n)::uuid, 'image/png', '\\x00', now()`,
  },
  users: {
    rows: 'users',
    insert: `select md5('user ' || n)::uuid, 'owner-' || n || '@filled-' || n || '.example',
      md5('company ' || n)::uuid, 'Asha Rao', 'Admin', 'no hash', 'accepted', now()`,
  },
  codes: {
    rows: 'others',
    insert: `select 'asked-' || n || '@filled.example', 'sign-up', md5('code ' || n)::uuid,
      sha256(('code ' || n)::bytea), 0, now() + (n % 1000 - 1) * interval '6 seconds', null, ''`,
  },
  sign_ups: {
    rows: 'others',
    insert: `select 'asked-' || n || '@filled.example', 'verified', sha256(('ticket ' || n)::bytea),
      now() + (n % 1000 - 1) * interval '6 seconds', null`,
  },
  sessions: {
    rows: 'sessions',
    insert: `select md5('session ' || n)::uuid, md5('user ' || n % $users + 1)::uuid, 'password',
      now() - interval '1 hour',
      now() + (n % 1000 - 1) * interval '43 minutes',
      case when n % 20 = 19 then now() - (n % 500) * interval '173.3 seconds' end, 1, now(),
      now() + (n % 1000 - 1) * interval '43 minutes', 'Firefox on Linux', '203.0.113.7',
      'device ' || n`,
  },
  passkeys: {
    rows: 'sessions',
    insert: `select md5('passkey ' || n)::uuid, md5('user ' || n % $users + 1)::uuid,
      sha256(('credential ' || n)::bytea), '\\x00', 0, '{}'::text[], true, 'Laptop', now(), null`,
  },
  passkey_challenges: {
    rows: 'others',
    insert: `select sha256(('challenge ' || n)::bytea), sha256('browser'::bytea), null,
      now() + (n % 1000 - 1) * interval '6 seconds'`,
  },
  limits: {
    rows: 'others',
    insert: `select 'password tries failed-' || n || '@filled.example ',
      now() + (n % 1000 - 1) * interval '6 seconds', now() + (n % 1000 - 2) * interval '6 seconds'`,
  },
  outbox: {
    rows: 'others',
    insert: `select md5('mail ' || n)::uuid, 'code', 'asked-' || n || '@filled.example', '{}'::jsonb,
      'filled ' || n, 1, now(), now() - (n % 500) * interval '173.3 seconds', now() + interval '10 minutes', now()`,
  },
  webhook_deliveries: {
    rows: 'others',
    insert: `select md5('webhook ' || n)::uuid, 'https://hooks.filled.example/', 'lead.created',
      md5('lead ' || n)::uuid, n, 'delivered', null, null, 1, now() - (n % 1000) * interval '130 minutes'`,
  },
  funnel_sums: {
    rows: 'others',
    insert: `select date_trunc('hour', now()) - n * interval '2 hours', 7,
      (select id from chart_versions limit 1), 0, true, false`,
  },
  leads: {
    rows: 'leads',
    insert: `select md5('lead ' || n)::uuid, now() - n * interval '1 second', 'Asha Rao',
      'lead-' || n || '@filled.example', '+919876543210', 'Acme ' || n, 'We hire in Pune.',
      '', '', '', '', '', sha256(('lead ' || n)::bytea)`,
  },
  audit: {
    rows: 'others',
    insert: `select md5('audit ' || n)::uuid, now() - (n % 500) * interval '1 hour', 'code.verified',
      'accepted', 'asked-' || n || '@filled.example', md5('user ' || n)::uuid, '172.16.0.1', null`,
  },
};

/** Every table that grows with use. */
export const growingTables: readonly string[] = Object.keys(statements);

/** The age of the oldest audit row. */
const AUDIT_AGE_MS = 500 * 60 * 60_000;

/** Fills every growing table with generated rows and updates the planner's statistics. */
export const fillDatabase = async (db: Kysely<Database>, counts: FillCounts): Promise<void> => {
  await createAuditPartitions(db, ago(AUDIT_AGE_MS));
  await sql`insert into chart_versions (chart, version, definition) values ('otp', '0f0f0f0f', '{}')`.execute(
    db,
  );
  for (const [table, { rows, insert }] of Object.entries(statements)) {
    const select = insert.replaceAll('$users', String(counts.users));
    for (let first = 1; first <= counts[rows]; first += CHUNK_ROWS) {
      const last = Math.min(first + CHUNK_ROWS - 1, counts[rows]);
      await sql`insert into ${sql.table(table)} ${sql.raw(select)}
        from generate_series(${sql.lit(first)}, ${sql.lit(last)}) as n`.execute(db);
    }
  }
  await sql`analyze ${sql.join(growingTables.map((table) => sql.table(table)))}`.execute(db);
};
