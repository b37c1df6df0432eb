// @module-tag further
import { type Kysely, sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkMigrations, type WrittenMigration } from '#build/migrations/check-migrations.ts';
import { functions, plant, present, written } from '#tests/support/build/planted-migrations.ts';

const run =
  (...statements: string[]) =>
  async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  };

/** Migrations by their names, each with what is said of it; nothing if it may run. */
const cases: [string, readonly string[], string?][] = [
  ['drop-function', ['drop function refund_limits'], 'the function refund_limits'],
  ['rename-function', ['alter function is_live rename to f'], 'the name is_live'],
  [
    'broken',
    ['alter table missing add column x text'],
    'fails (relation "missing" does not exist)',
  ],

  [
    'check-of-new-column',
    [
      'alter table leads add column x text',
      'alter table leads add constraint x_given check (x is not null) not valid',
    ],
    'the check x_given of leads refuses rows of the last release, which leaves x empty',
  ],
  [
    'check-that-accepts-null',
    [
      'alter table leads add column y text',
      "alter table leads add constraint y_known check (y in ('a', 'b')) not valid",
    ],
  ],
  [
    'check-of-default',
    [
      "alter table leads add column z text not null default 'a'",
      "alter table leads add constraint z_known check (z = 'b') not valid",
    ],
    'the check z_known',
  ],
  [
    'check-that-fails',
    [
      'alter table leads add column u integer default 0',
      'alter table leads add constraint u_divides check (1 / u > 0) not valid',
    ],
    'the check u_divides',
  ],
  [
    'check-of-both',
    [
      'alter table leads add column v timestamptz',
      'alter table leads add constraint v_after check (v > created_at) not valid',
    ],
    'the check v_after',
  ],
  [
    'check-of-written-column',
    ['alter table leads add constraint p_given check (phone is not null) not valid'],
    'the check p_given of leads may refuse rows of the last release, which writes phone',
  ],
  ['check-that-is-kept', ["alter table leads add constraint kept check (email <> '') not valid"]],

  [
    'foreign-key-of-old-column',
    [
      'alter table leads add constraint leads_user foreign key (email) references users (email) on delete cascade not valid',
    ],
    'the foreign key leads_user may refuse rows of the last release, which writes email',
  ],
  [
    'foreign-key-that-keeps-rows',
    [
      'alter table leads add column company_id uuid',
      'alter table leads add constraint leads_company foreign key (company_id) references companies not valid',
    ],
    'the foreign key leads_company keeps the last release from deleting rows of companies',
  ],
  [
    'foreign-key-of-new-column',
    [
      'alter table leads add column user_id uuid',
      'alter table leads add constraint leads_user_id foreign key (user_id) references users on delete set null not valid',
    ],
  ],

  ['serial', ['alter table leads add column n bigserial'], 'rewrites the table for n'],
  [
    'own-default',
    [
      'create function fresh() returns integer language sql stable as $$ select 1 $$',
      'alter table leads add column m integer default fresh()',
    ],
    'rewrites the table: fresh()',
  ],
  [
    'drop-conflict-key',
    ['alter table passkeys drop constraint passkeys_credential_id_key'],
    'takes passkeys_credential_id_key away',
  ],
  [
    'drop-conflict-index',
    ['drop index audit_refusal'],
    'takes audit_refusal away, which an "on conflict" of the last release needs',
  ],
  [
    'default-null',
    ['alter table sessions alter column opened_at set default null'],
    'the default of opened_at',
  ],
  [
    'default-dropped',
    ['alter table sessions alter column generation drop default'],
    'sessions.generation is not null without a default',
  ],
  [
    'unique-where-partial',
    ['create unique index audit_three on audit (dedupe_key, at, event)'],
    'the unique index audit_three',
  ],
  [
    'default-dropped-again',
    [
      "alter table codes add column q text not null default ''",
      'alter table codes alter column q drop default',
    ],
    'codes.q is not null without a default',
  ],
];

/** For indexes of migrations with `isOutsideTransaction`. */
cases.push([
  'new-columns',
  [
    'alter table users add column nick text',
    "alter table leads add column w text, add column d text default ''",
  ],
]);

/** Migrations with `isOutsideTransaction`. */
const outside: typeof cases = [
  [
    'not-null-at-once',
    [
      'alter table sessions add constraint browser_given check (browser is not null) not valid',
      'alter table sessions validate constraint browser_given',
      'alter table sessions alter column browser set not null',
    ],
    'makes browser not null',
  ],
  [
    'new-column-not-null-at-once',
    [
      'alter table limits add column x text',
      'alter table limits add constraint x_given check (x is not null) not valid',
    ],
    'the check x_given of limits refuses',
  ],
  [
    'unique-index',
    ['create unique index concurrently leads_phone on leads (phone, email)'],
    'the unique index leads_phone may refuse rows of the last release, which writes phone, email',
  ],
  [
    'wider-unique-index',
    ['create unique index concurrently users_both on users (email, company_id)'],
  ],
  [
    'unique-index-of-new-column',
    ['create unique index concurrently users_nick on users (company_id, nick)'],
  ],
  [
    'unique-nulls',
    ['create unique index concurrently leads_w on leads (w) nulls not distinct'],
    'the unique index leads_w',
  ],
  [
    'unique-default',
    ['create unique index concurrently leads_d on leads (d)'],
    'the unique index leads_d',
  ],
  [
    'wider-unique-nulls',
    ['create unique index concurrently outbox_o on outbox (dedupe_key, kind) nulls not distinct'],
    'the unique index outbox_o',
  ],
  ['no-lock', ['create table copied as select email from leads']],
  ...[
    'alter table leads add column lk text',
    'drop index outbox_due',
    'create table of_users (id uuid references users on delete cascade)',
  ].map((statement, index): (typeof cases)[number] => [
    `endless-lock-${index}`,
    [statement],
    'may wait long for its lock on',
  ]),
  ['transaction', ['begin', 'drop table missing'], "TransactionStmt can't be judged"],
];

const branches = plant('9300-branch', async (db) => {
  const { rows } = await sql`select from installation, companies, audit, leads, users`.execute(db);
  if (rows.length > 0) await sql`alter table companies drop column website`.execute(db);
});
const apart = plant('9350-apart', async () => {}, { isOutsideTransaction: true });
const throwing = plant('9360-throwing', () => Promise.reject(new Error('no file')));
const locking = plant('9400-locking', run('alter table outbox add column x text'));
const reading = plant('9401-reading', run('select count(*) from outbox'));
const ending = plant('9500-ending', run('drop schema public cascade'));
const after = plant('9501-after', run('select 1'));

let faults: string[] = [];
const foundOf = (name: string): string[] => faults.filter((fault) => fault.includes(`-${name}.ts`));

describe('beside servers of the release', () => {
  beforeAll(async () => {
    const list = (all: typeof cases, isOutside: boolean): WrittenMigration[] =>
      all.flatMap(([name, statements]) => [
        plant(`9100-${name}`, run(...statements), {
          isOutsideTransaction: isOutside,
          checksKeptBefore: ['kept'],
        }),
        apart,
      ]);
    const fresh = [
      ...list(cases, false),
      ...list(outside, true),
      branches,
      throwing,
      apart,
      locking,
      reading,
      ending,
      after,
    ];
    faults = await checkMigrations(present, [...written, ...fresh], functions);
  });

  it.each([...cases, ...outside])('%s', (name, _statements, fault) => {
    const found = foundOf(name).join('\n');
    if (fault === undefined) expect(found).toBe('');
    else expect(found).toContain(fault);
  });

  it('runs a migration on tables with rows, so that what it does only with rows is judged', () => {
    expect(foundOf('branch')).toEqual([expect.stringContaining('takes the column website away')]);
  });

  it('says that a migration fails without a statement', () => {
    expect(foundOf('throwing')).toEqual([expect.stringContaining('fails (no file)')]);
  });

  it('judges migrations that follow each other as one transaction, as servers run them', () => {
    expect(foundOf('reading')).toEqual([
      expect.stringContaining('while the transaction holds a lock on outbox'),
    ]);
  });

  it('ends with a migration after which there is no database to judge', () => {
    expect(faults.at(-1)).toContain('9500-ending.ts: leaves no database to judge');
  });

  it('names the statement of a fault once, and plants a row in each table', () => {
    expect(foundOf('serial')).toHaveLength(1);
    expect(faults.filter((fault) => fault.startsWith('no row'))).toEqual([]);
  });
});
