import type { Kysely } from 'kysely';
import { createApp } from '#server/app.ts';
import type { Database } from '#server/db/types.ts';
import { catchMail } from '#tests/support/caught-mail.ts';
import { callsFunction, explainQuery } from '#tests/support/explain-query.ts';
import { createHandClock } from '#tests/support/hand-clock.ts';
import { recordQueries } from '#tests/support/record-queries.ts';
import type { HotCalls } from './hot-calls.ts';

const ORIGIN = 'http://localhost:3000';

/** Rows that one call reads, its mail included: the queries that it really sends, explained. */
export const rowsReadBy = async (
  db: Kysely<Database>,
  calls: HotCalls,
  secretKey: string,
): Promise<Record<string, number>> => {
  const { queries, through } = recordQueries();
  const app = await createApp({
    db: through(db),
    mail: catchMail(),
    clock: createHandClock(),
    config: {
      port: 3000,
      host: '127.0.0.1',
      publicUrl: undefined,
      webOrigins: [],
      trustProxy: 1,
      secretKey,
      salesEmail: 'sales@sitara.example',
    },
  });
  await app.ready();
  const rows: Record<string, number> = {};
  for (const [name, makeRequest] of Object.entries(calls)) {
    const { method, path, headers, body } = makeRequest(ORIGIN);
    queries.clear();
    const answer = await app.inject({
      method: method as 'GET' | 'POST',
      url: path,
      headers,
      ...(body !== undefined && { payload: body }),
    });
    if (answer.statusCode !== 200) throw new Error(`${name}: ${answer.payload}`);
    rows[name] = 0;
    for (const query of queries.values())
      if (callsFunction(query) || / from | into |update /.test(query.sql))
        rows[name] += (await explainQuery(db, query)).rowsRead;
  }
  await app.close();
  return rows;
};
