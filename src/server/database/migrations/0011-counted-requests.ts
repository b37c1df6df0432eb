import type { Migration } from 'kysely';

/**
 * Requests are counted without a lock if they are refused, and a login code is tried in the statement that
 * counts: by functions, which the migrator creates after the migrations. Servers of the version before go on
 * with `take_limits`, on the same rows.
 */
export const countedRequests: Migration = { up: async () => {} };
