import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { UserStatus } from '#contract/answers.ts';

/** A moment that the database sets when a row is made. */
type Moment = ColumnType<Date, Date | undefined, Date>;

/** What a code opens: a sign-up code never logs in, and the reverse. */
export type CodePurpose = 'sign-up' | 'login';

/** What opened a session: by a code just now, it may set a new password. */
export type SessionOpener = 'sign-up' | 'password' | 'code';

/** How far the sign-up of an address has come. */
export type SignUpState = 'proved' | 'company made' | 'user made' | 'accepted';

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
    /** Whether its people belong to the ATS area. */
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
  /** The one live code of an address and purpose, and one for each browser that is known to the account. */
  codes: {
    email: string;
    purpose: CodePurpose;
    /** Identifies the browser that asked for it; empty for one that never logged in to the account. */
    device: Generated<string>;
    challenge: string;
    /** Null until the worker has made the code. */
    hash: Buffer | null;
    attempts: number;
    expires_at: Date;
    consumed_at: Date | null;
  };
  /** The one sign-up of an address, from its proof until Done. */
  sign_ups: {
    email: string;
    state: SignUpState;
    /** Of the present ticket. */
    token_hash: Buffer;
    expires_at: Date;
    /** The session that accepted the account; it may repeat that call. */
    accepted_by: string | null;
  };
  sessions: {
    id: Generated<string>;
    user_id: string;
    opened_by: SessionOpener;
    opened_at: Moment;
    /** Of the present tokens; every renewal makes the next one. */
    generation: Generated<number>;
    /** When the present generation was made. */
    renewed_at: Moment;
    expires_at: Date;
    ended_at: Date | null;
  };
  /** What every limit has counted: when the next request would arrive at the even rate. */
  limits: { key: string; tat: Date };
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
  /** In a partition a week by `at`. */
  audit: {
    id: Generated<string>;
    at: Moment;
    event: string;
    outcome: string;
    email: string | null;
    user_id: string | null;
    network: string | null;
    /** Of a refusal, whose `at` is the start of its minute: a second row of both is ignored. */
    dedupe_key: string | null;
  };
}
