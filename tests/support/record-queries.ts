import type { CompiledQuery, Kysely } from 'kysely';
import type { Database } from '#server/db/types.ts';

/** What a database is asked, as it is sent: one query of every text, with the newest values. */
export interface QueryRecord {
  queries: Map<string, CompiledQuery>;
  /** The same database, whose queries are kept here, those of transactions too. */
  through(db: Kysely<Database>): Kysely<Database>;
}

/** Keeps every query that passes through a database, for EXPLAIN. */
export const recordQueries = (): QueryRecord => {
  const queries: QueryRecord['queries'] = new Map();
  return {
    queries,
    through: (db) =>
      db.withPlugin({
        transformQuery({ node, queryId }) {
          const query = db.getExecutor().compileQuery(node, queryId);
          queries.set(query.sql, query);
          return node;
        },
        transformResult: async ({ result }) => result,
      }),
  };
};
