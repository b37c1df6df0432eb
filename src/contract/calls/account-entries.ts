import type { ResponseBody } from './all-calls.ts';

/** A passkey as its owner sees it. Times are ISO 8601 in UTC. */
export type Passkey = ResponseBody<'registerPasskey'>['passkey'];
/** A live session as its user sees it. Times are ISO 8601 in UTC. */
export type SessionEntry = ResponseBody<'listSessions'>['sessions'][number];
