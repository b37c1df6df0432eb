import type { CompiledQuery, Kysely } from 'kysely';
import type { Database } from '#server/database/types.ts';

/** The queries that a database received: one per SQL text, with its latest values. */
export interface QueryRecord {
  queries: Map<string, CompiledQuery>;
  /** The same database with recording, including transactions. */
  observe(db: Kysely<Database>): Kysely<Database>;
}

/** Records every query that passes through a database, for EXPLAIN. */
export const recordQueries = (): QueryRecord => {
  const queries: QueryRecord['queries'] = new Map();
  return {
    queries,
    observe: (db) => {
      const observed = db.withPlugin({
        transformQuery({ node, queryId }) {
          const query = db.getExecutor().compileQuery(node, queryId);
          queries.set(query.sql, query);
          return node;
        },
        transformResult: async ({ result }) => result,
      });
      const execute = observed.executeQuery.bind(observed);
      // No plugin sees a query that is compiled already.
      observed.executeQuery = (query) => {
        if ('sql' in query) queries.set(query.sql, query);
        return execute(query);
      };
      return observed;
    },
  };
};
