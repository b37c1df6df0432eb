import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { Attribution } from '#contract/attribution.ts';
import type { ChartTable } from '#contract/funnel.ts';
import type { UserStatus } from '#contract/session.ts';

/** A timestamp that defaults to the time of the insert. */
type Timestamp = ColumnType<Date, Date | undefined, Date>;

/** A column that may be left out. */
type Optional<Value, Written = Value> = ColumnType<
  Value | null,
  Written | null | undefined,
  Written | null | undefined
>;

/** Purpose of a code. A code is valid only for its purpose. */
export type CodePurpose = 'sign-up' | 'login';

/** How a session was opened, which decides what it may do (`sessionRights`). */
export type SessionOpener = 'sign-up' | 'password' | 'code' | 'passkey';

/**
 * Progress of a sign-up. The values are stored: a rename would break servers of the old version, which
 * run during a deployment.
 */
export type SignUpState = 'verified' | 'company_created' | 'user_created' | 'accepted';

export interface Database {
  companies: {
    id: Generated<string>;
    /** Verified email address that created the company; unique. */
    owner_email: string;
    name: string;
    website: string;
    location: string;
    departments: string[];
    planname: string;
    display_name: string | null;
    about: string | null;
    /** Whether its users are sent to the ATS area after login. */
    ats_enabled: Generated<boolean>;
    /** Whether a user was ever created for it. The reaper skips such companies. */
    has_user: Generated<boolean>;
    /** Written as JSON. */
    attribution: Optional<Attribution, string>;
    /** Slug of the plan that the visitor picked. */
    chosen_plan: Optional<string>;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  logos: {
    name: string;
    company_id: string;
    type: 'image/jpeg' | 'image/png';
    bytes: Buffer;
    created_at: Timestamp;
  };
  /** Assets of builds of the site, by path. */
  site_files: {
    path: string;
    /** The newest build that has the file. */
    build: string;
    is_brotli: boolean;
    body: Buffer;
    stored_at: Timestamp;
    /** When a server of another build took over; null for the newest build. */
    replaced_at: Date | null | undefined;
  };
  users: {
    id: Generated<string>;
    email: string;
    company_id: string;
    name: string;
    privilege: string;
    password_hash: string;
    status: UserStatus;
    /** Random handle that authenticators keep beside the user's passkeys; null before the first one. */
    passkey_handle: ColumnType<Buffer | null, never, Buffer>;
    created_at: Timestamp;
  };
  passkeys: {
    id: Generated<string>;
    user_id: string;
    credential_id: Buffer;
    /** COSE key. */
    public_key: Buffer;
    /** Signatures so far, up to 2^32 - 1; 0 if the authenticator does not count. */
    counter: ColumnType<string, number, number>;
    /** How browsers reach the authenticator, as they told it. */
    transports: string[];
    is_backed_up: boolean;
    /** How the session was opened that added it; null if that is unknown. */
    added_by: SessionOpener | null;
    name: string;
    created_at: Timestamp;
    last_used_at: Date | null;
  };
  /** Challenges that no authenticator has signed yet. */
  passkey_challenges: {
    hash: Buffer;
    /** Hash of the XSRF token of the browser that got it. */
    browser_hash: Buffer;
    /** The user who adds a passkey; null in a login. */
    user_id: string | null;
    expires_at: Date;
  };
  /** One code per email address, purpose and known device. */
  codes: {
    email: string;
    purpose: CodePurpose;
    /** Id of the known device that requested it; empty for any other client. */
    device: Generated<string>;
    challenge: string;
    /** Null until the mail worker has generated the code. */
    hash: Buffer | null;
    attempts: number;
    expires_at: Date;
    consumed_at: Date | null;
  };
  /** One sign-up per email address, from its verification until the wizard is finished. */
  sign_ups: {
    email: string;
    state: SignUpState;
    /** Hash of the current ticket. */
    token_hash: Buffer;
    expires_at: Date;
    /** Session that accepted the account. It may retry that request. */
    accepted_by: string | null;
  };
  sessions: {
    id: Generated<string>;
    user_id: string;
    opened_by: SessionOpener;
    opened_at: Timestamp;
    /** Browser and system in words; empty if unknown, null in a session of the version before. */
    browser: string | null;
    /** Network of the login or of the latest refresh. */
    network: string | null;
    /** Keyed hash of the id in the device cookie of its browser. */
    device: string | null;
    /** Generation of the current tokens; every refresh increments it. */
    generation: Generated<number>;
    /** Tokens of earlier generations are from before a change of the password. */
    first_generation: Generated<number>;
    /** Time of the last refresh. */
    renewed_at: Timestamp;
    expires_at: Date;
    ended_at: Date | null;
    /** When the reaper next looks at the session; a refresh leaves it. */
    reap_at: Timestamp;
  };
  /** Rate limits: the theoretical arrival time (`tat`) of the next request by key. */
  limits: {
    key: string;
    tat: Date;
    /** When the reaper next looks at the limit; a counted request leaves it. */
    reap_at: Timestamp;
  };
  outbox: {
    id: Generated<string>;
    kind: string;
    recipient: string;
    payload: JSONColumnType<object>;
    dedupe_key: string | null;
    attempts: Generated<number>;
    next_at: Timestamp;
    /** When it was sent or refused; null while its delivery is to be tried. */
    sent_at: Date | null;
    /** Of the latest delivery, if it failed: refused for good, or put back until `next_at`. */
    outcome: 'refused' | 'postponed' | null;
    expires_at: Date;
    created_at: Timestamp;
    /** Of a webhook: the demo request or company that it tells of. */
    subject: string | null;
    /** Of a webhook: its place in the order of all webhooks. */
    position: string | null;
  };
  /** Webhooks that have left the outbox: delivered ones, and dead letters with their payload. */
  webhook_deliveries: {
    id: string;
    /** Address that it was for. */
    endpoint: string;
    event: string;
    subject: string;
    position: string;
    state: 'delivered' | 'dead';
    payload: JSONColumnType<object> | null;
    /** Why a dead letter was not delivered. */
    failure: string | null;
    attempts: number;
    ended_at: Timestamp;
  };
  /** Addresses that have answered 410 to a webhook. */
  ended_endpoints: {
    address: string;
    ended_at: Timestamp;
  };
  /** Addresses whose mail came back after it was sent, as an operator reported. */
  bounces: {
    email: string;
    bounced_at: Timestamp;
  };
  /** Demo requests. */
  leads: {
    id: Generated<string>;
    created_at: Timestamp;
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
    /** Written as JSON. */
    attribution: Optional<Attribution, string>;
    /** SHA-256 of the fields, by which repeats are recognised. */
    digest: Buffer;
  };
  /** Versions of the charts, by which sums are named after a chart has changed. */
  chart_versions: {
    id: Generated<number>;
    chart: string;
    version: string;
    definition: ColumnType<ChartTable, string, never>;
    first_seen: Timestamp;
  };
  /** What pages did in an hour; older sums are of a month. */
  funnel_sums: {
    hour: Date;
    chart_version: number;
    /** 0: actors that started; then the chart's edges from 1, after them its states. */
    item: number;
    is_narrow: boolean;
    is_campaign: boolean;
    count: number;
  };
  /** One row, whose id is true. */
  installation: {
    id: Generated<boolean>;
    /** Generation of device cookies; `npm run company -- restored` moves it. */
    generation: number;
  };
  /** Partitioned by week of `at`. */
  audit: {
    id: Generated<string>;
    at: Timestamp;
    event: string;
    outcome: string;
    email: string | null;
    user_id: string | null;
    network: string | null;
    /** Key of a failure, unique with `at`, which is the start of its minute. */
    dedupe_key: string | null;
  };
}

/** The fields of a demo request; missing ones are empty. */
export type LeadFields = Omit<Database['leads'], 'id' | 'created_at' | 'digest' | 'attribution'>;
