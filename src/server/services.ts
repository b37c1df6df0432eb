import type { Kysely } from 'kysely';
import type { AppConfig } from './config.ts';
import type { Database } from './db/types.ts';
import type { Cookies } from './http/cookies.ts';
import type { Origins } from './http/origins.ts';
import type { Keys } from './keys.ts';
import type { WorkQueue } from './work-queue.ts';

/** What the routes work with; made once by `createApp`. */
export interface Services {
  db: Kysely<Database>;
  config: AppConfig;
  keys: Keys;
  origins: Origins;
  cookies: Cookies;
  /** Password hashing: 46 MiB and about 20 ms a piece. */
  hashing: WorkQueue;
  /** Decoding of logos: up to 160 MB a piece. */
  imaging: WorkQueue;
  /** Tells the outbox worker that there is mail. */
  wakeMail(): void;
  /** Whether the process is on its way out. */
  isClosing(): boolean;
}
