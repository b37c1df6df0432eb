import type { Kysely } from 'kysely';
import { createApp } from '#server/app.ts';
import type { Database } from '#server/database/types.ts';
import { callsFunction, explainQuery } from '#tests/support/server/database/explain-query.ts';
import { recordQueries } from '#tests/support/server/database/record-queries.ts';
import { catchMail } from '#tests/support/server/mail/caught-mail.ts';
import { createManualClock } from '#tests/support/server/manual-clock.ts';
import type { HotCalls } from './hot-calls.ts';

const ORIGIN = 'http://localhost:3000';

/** The rows that each call reads, including its mail, by EXPLAIN of the queries it sends. */
export const rowsReadBy = async (
  db: Kysely<Database>,
  calls: HotCalls,
  secretKey: string,
): Promise<Record<string, number>> => {
  const { queries, observe } = recordQueries();
  const app = await createApp({
    db: observe(db),
    mail: catchMail(),
    clock: createManualClock(),
    config: {
      port: 3000,
      host: '127.0.0.1',
      publicUrl: undefined,
      webOrigins: [],
      trustProxy: 1,
      secretKeys: [secretKey],
      salesEmail: 'sales@sitara.example',
    },
  });
  await app.ready();
  const rows: Record<string, number> = {};
  for (const [name, makeRequest] of Object.entries(calls)) {
    const { method, path, headers, body } = makeRequest(ORIGIN);
    queries.clear();
    const response = await app.inject({
      method: method as 'GET' | 'POST',
      url: path,
      headers,
      ...(body !== undefined && { payload: body }),
    });
    if (response.statusCode !== 200) throw new Error(`${name}: ${response.payload}`);
    rows[name] = 0;
    for (const query of queries.values())
      if (callsFunction(query) || / from | into |update /.test(query.sql))
        rows[name] += (await explainQuery(db, query)).rowsRead;
  }
  await app.close();
  return rows;
};
