import { CODE_LIFETIME_MS } from '#contract/code.ts';
import { PASSKEY_CHALLENGE_LIFETIME_MS } from '#contract/passkey.ts';
import { TICKET_LIFETIME_MS } from '#contract/session.ts';
import { REFRESH_LIFETIME_MS } from '#server/auth/sessions/tokens.ts';
import { AUDIT_LIFETIME_MS } from '#server/database/audit-partitions.ts';
import { RETENTION_MS } from '#server/database/reaper.ts';

const DAY_MS = 24 * 60 * 60_000;
const HOURS_A_DAY = 24;
/** What is kept until somebody deletes it is counted for a year. */
const YEAR_DAYS = 365;

const LIFETIMES_MS: Readonly<Record<string, number>> = {
  codes: CODE_LIFETIME_MS,
  sign_ups: TICKET_LIFETIME_MS,
  sessions: REFRESH_LIFETIME_MS,
  outbox: RETENTION_MS,
  passkey_challenges: PASSKEY_CHALLENGE_LIFETIME_MS,
  audit: AUDIT_LIFETIME_MS,
};

/**
 * Days that a row of a table is kept.
 *
 * @param limitHours mean lifetime of a rate limit, which depends on the rate
 */
export const daysKept = (table: string, limitHours: number): number => {
  if (table === 'limits') return limitHours / HOURS_A_DAY;
  const lifetimeMs = LIFETIMES_MS[table];
  return lifetimeMs === undefined ? YEAR_DAYS : lifetimeMs / DAY_MS;
};

/** Bytes of a table once as many rows are deleted as inserted. */
export const bytesInUse = (
  { rowsADay, bytes, days }: { rowsADay: number; bytes: number; days: number },
  users: number,
): number => rowsADay * users * bytes * days;
