import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { UserStatus } from '#contract/answers.ts';

/** A moment that the database sets when a row is made. */
type Moment = ColumnType<Date, Date | undefined, Date>;

/** What a code opens: a sign-up code never logs in, and the reverse (decisions, Codes). */
export type CodePurpose = 'sign-up' | 'login';

/** What opened a session: by a code just now, it may set a new password. */
export type SessionOpener = 'sign-up' | 'password' | 'code';

export interface Database {
  companies: {
    id: Generated<string>;
    /** The verified address that made it; one company each. */
    owner_email: string;
    name: string;
    website: string;
    location: string;
    departments: string[];
    planname: string;
    display_name: string | null;
    about: string | null;
    /** Whether its people belong to the ATS area (spec §6). */
    ats_enabled: Generated<boolean>;
    /** Whether a user was ever made for it; tells the reaper where it need not look. */
    has_user: Generated<boolean>;
    created_at: Moment;
    updated_at: Moment;
  };
  logos: {
    name: string;
    company_id: string;
    type: string;
    bytes: Buffer;
    created_at: Moment;
  };
  users: {
    id: Generated<string>;
    email: string;
    company_id: string;
    name: string;
    privilege: string;
    password_hash: string;
    status: UserStatus;
    created_at: Moment;
  };
  /** The one live code of an address and purpose. */
  codes: {
    email: string;
    purpose: CodePurpose;
    challenge: string;
    /** Null until the worker has made the code. */
    hash: Buffer | null;
    attempts: number;
    expires_at: Date;
    consumed_at: Date | null;
  };
  /** What counts towards the limits. */
  code_sends: {
    challenge: string;
    email: string;
    purpose: CodePurpose;
    network: string;
    sent_at: Moment;
  };
  tickets: { hash: Buffer; email: string; expires_at: Date };
  sessions: {
    id: Generated<string>;
    user_id: string;
    opened_by: SessionOpener;
    opened_at: Moment;
    access_hash: Buffer;
    access_expires_at: Date;
    expires_at: Date;
    ended_at: Date | null;
  };
  refresh_tokens: { hash: Buffer; session_id: string; created_at: Moment; used_at: Date | null };
  /** Wrong passwords for an address, whether or not it has an account. */
  login_failures: {
    email: string;
    /** The newest few, oldest first. */
    failed_at: Date[];
    /** How often the address has been closed in a row. */
    closures: number;
    closed_until: Date | null;
    forget_at: Date;
  };
  /** Tries to log in from a client network: the newest few, oldest first. */
  login_tries: { network: string; tried_at: Date[]; forget_at: Date };
  outbox: {
    id: Generated<string>;
    kind: string;
    recipient: string;
    payload: JSONColumnType<Record<string, string>>;
    dedupe_key: string | null;
    attempts: Generated<number>;
    next_at: Moment;
    sent_at: Date | null;
    expires_at: Date;
    created_at: Moment;
  };
  /** Demo requests. */
  leads: {
    id: Generated<string>;
    created_at: Moment;
    name: string;
    email: string;
    phone: string;
    organization: string;
    message: string;
    utm_source: string;
    utm_medium: string;
    utm_campaign: string;
    utm_term: string;
    utm_content: string;
    /** Equal for identical requests. */
    digest: Buffer;
  };
  /** What counts towards the limit of demo requests. */
  lead_sends: { lead_id: string; network: string; sent_at: Moment };
  audit: {
    id: Generated<string>;
    at: Moment;
    event: string;
    outcome: string;
    email: string | null;
    user_id: string | null;
    network: string | null;
    /** A second row with the same key is ignored. */
    dedupe_key: string | null;
  };
}
