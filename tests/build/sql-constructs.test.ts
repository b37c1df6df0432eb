import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '#build/root.ts';

/** What is not standard SQL, by its name in docs/operate.md, in SQL or as Kysely's builder. */
const constructs: Record<string, RegExp> = {
  'on conflict': /\bon conflict\b|\.onConflict\(/,
  returning: /\breturning\b|\.returning\(/,
  'with … insert': /\.with\(|\bwith \w+ as \(\s*(?:insert|update|delete)\b/,
  'as materialized': /\bas materialized\b/,
  'update … from': /\bupdate \w+\s+set [^`]*?\bfrom (?:locked|unnest)\b/,
  'delete … using': /\bdelete from [^`']*?\busing\b/,
  'for update': /\bfor (?:update|share)\b|\.for(?:Update|Share)\(/,
  'skip locked': /\bskip locked\b/,
  nowait: /\bnowait\b/,
  'lock table': /\block table\b/,
  pg_advisory_xact_lock: /\bpg_advisory_xact_lock\b/,
  pg_advisory_lock: /\bpg_(?:try_)?advisory_lock\b/,
  'set local': /\bset local\b/,
  set_config: /\bset_config\(|\bcurrent_setting\(/,
  statement_timeout: /\bstatement_timeout\b|\block_timeout\b|\bidle_in_transaction_/,
  'partition by': /\bpartition (?:by|of)\b|\battach partition\b/,
  'like … including': /\bincluding defaults\b/,
  plpgsql: /\blanguage plpgsql\b|`do \$\$/,
  arrays: /\b\w+\[\] not null\b|\bany\(|\bunnest\(|\barray_agg\(/,
  jsonb: /\bjsonb\b|->>/,
  bytea: /\bbytea\b/,
  gen_random_uuid: /\bgen_random_uuid\(/,
  uuid_send: /\buuid_send\(|\bint8send\(/,
  timestamptz: /\btimestamptz\b/,
  'now()': /\bnow\(\)/,
  'clock_timestamp()': /\bclock_timestamp\(\)/,
  make_interval: /\bmake_interval\(/,
  date_trunc: /\bdate_trunc\(|\bto_char\(|\bto_date\(/,
  'extract(epoch)': /\bextract\(epoch\b/,
  '::': /\w\)?::[a-z]/,
  'distinct on': /\bdistinct on\b|\.distinctOn\(/,
  limit: /\blimit\b|\.limit\(/,
  'partial index': /\bcreate (?:unique )?index [^`']* where\b/,
  generate_series: /\bgenerate_series\(/,
  strpos: /\bstrpos\(/,
  pg_class: /\bpg_class\b|\bpg_inherits\b|\bpg_stat_\w+/,
  pg_backend_pid: /\bpg_backend_pid\(/,
  pg_is_in_recovery: /\bpg_is_in_recovery\(/,
  vacuum: /\bvacuum \(|`checkpoint`/,
  fillfactor: /\bfillfactor\b/,
  ctid: /\bctid\b/,
  unlogged: /\bunlogged\b/,
  'temporary table': /\btemp(?:orary)? table\b/,
  concurrently: /\bconcurrently\b/,
  'generated column': /\bgenerated (?:always|by default)\b/,
  listen: /`(?:un)?listen\b|`notify\b/,
  prepare: /`prepare\b|`execute\b/,
  copy: /`copy\b/,
  'create extension': /\bcreate extension\b/,
};

/** The first column of the table of docs/operate.md. */
const documented = (): string[] => {
  const page = readFileSync(join(ROOT, 'docs', 'operate.md'), 'utf8');
  const section = page.split(/^## /m).find((part) => part.startsWith('SQL beyond the standard\n'));
  return [...(section ?? '').matchAll(/^\| `([^`]+)`/gm)].map(([, name = '']) => name);
};

const SERVER = join(ROOT, 'src', 'server');

const withoutComments = (file: string): string =>
  readFileSync(join(SERVER, file), 'utf8')
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/^\s*(?:\/\/|--).*$/gm, '');

it('docs/operate.md lists what the SQL of the server uses beyond the standard, and nothing else', () => {
  const files = readdirSync(SERVER, { recursive: true, encoding: 'utf8' });
  const source = files
    .filter((file) => /\.(?:ts|sql)$/.test(file))
    .map(withoutComments)
    .join('\n');
  const used = Object.keys(constructs).filter((name) => constructs[name]?.test(source));
  expect(documented().sort()).toEqual(used.sort());
});
