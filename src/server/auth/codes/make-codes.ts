import { randomInt } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { CODE_LENGTH } from '#contract/code.ts';
import type { Database } from '#server/database/types.ts';
import { codeHash } from './code-hash.ts';
import type { CodeRequest } from './issue-code.ts';

/** A code request and the challenge whose code is to be generated. */
export type CodeChallenge = CodeRequest & { challenge: string };

const randomCode = (): string =>
  randomInt(10 ** CODE_LENGTH)
    .toString()
    .padStart(CODE_LENGTH, '0');

/**
 * Generates the codes of challenges and stores their hashes, in one statement. A code replaces an earlier
 * one of the same challenge, whose mail has failed. The row of a login without an account is written as well:
 * a guess that comes at the same time waits for it, whatever the address.
 *
 * @returns the codes by challenge; none for a challenge that was replaced or used, or has expired, and none
 *   for a login of an address without an account
 */
export const makeCodes = async (
  db: Kysely<Database>,
  key: Buffer,
  challenges: readonly CodeChallenge[],
): Promise<Map<string, string>> => {
  if (challenges.length === 0) return new Map();
  const made = challenges.map((request) => {
    const code = randomCode();
    return { ...request, code, hash: codeHash(key, { ...request, code }) };
  });
  const column = <Name extends keyof (typeof made)[number]>(name: Name) =>
    made.map((row) => row[name]);
  const { rows } = await sql<{ challenge: string; isMade: boolean }>`update codes
    set attempts = 0, hash = case when codes.purpose <> 'login'
      or exists (select 1 from users where users.email = codes.email) then made.hash end
    from unnest(${column('email')}::text[], ${column('purpose')}::text[], ${column('device')}::text[],
      ${column('challenge')}::uuid[], ${column('hash')}::bytea[])
      as made (email, purpose, device, challenge, hash)
    where codes.email = made.email and codes.purpose = made.purpose and codes.device = made.device
      and codes.challenge = made.challenge and consumed_at is null and expires_at > now()
    returning codes.challenge, codes.hash is not null as "isMade"`.execute(db);
  const stored = new Set(rows.flatMap(({ challenge, isMade }) => (isMade ? [challenge] : [])));
  return new Map(
    made.flatMap(({ challenge, code }) => (stored.has(challenge) ? [[challenge, code]] : [])),
  );
};
