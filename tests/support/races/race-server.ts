import { AsyncLocalStorage } from 'node:async_hooks';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import type { Database } from '#server/database/types.ts';
import type { DatabaseKind } from '../server/database/test-database.ts';
import { ORIGIN, openTestServer, type TestServer } from '../server/test-server.ts';
import type { SetCookie } from './cookie-jar.ts';

/** A request as a browser sends it. */
export interface SentRequest {
  method: 'GET' | 'POST' | 'PATCH';
  url: string;
  headers: Record<string, string>;
  body: string | FormData | undefined;
}

/** The response of the server. */
export interface ServerAnswer {
  status: number;
  headers: Record<string, string>;
  text: string;
  cookies: SetCookie[];
}

/** The real server, whose requests stop before each use of the database until it is their turn. */
export interface RaceServer extends TestServer {
  handle(request: SentRequest, network: string, turn: () => Promise<void>): Promise<ServerAnswer>;
  /** Resolves when every request is answered or waits for its turn. */
  idle(): Promise<void>;
  /** Lets time pass for the rows of a visitor, as the database sees it. */
  age(ms: number, visitor: { domain: string; network: string }): Promise<void>;
}

const requests = new AsyncLocalStorage<{ stop(): Promise<void> }>();

/** The same database; a request stops before it gets a connection. */
const stoppingDatabase = (db: Kysely<Database>): Kysely<Database> => {
  const releases = new WeakMap<DatabaseConnection, () => void>();
  const run = async (connection: DatabaseConnection, statement: string) => {
    await connection.executeQuery(CompiledQuery.raw(statement));
  };
  const driver: Driver = {
    init: async () => {},
    async acquireConnection() {
      await requests.getStore()?.stop();
      return new Promise((resolve, reject) => {
        db.getExecutor()
          .provideConnection(
            (connection) =>
              new Promise<void>((release) => {
                releases.set(connection, release);
                resolve(connection);
              }),
          )
          .catch(reject);
      });
    },
    beginTransaction: (connection) => run(connection, 'begin'),
    commitTransaction: (connection) => run(connection, 'commit'),
    rollbackTransaction: (connection) => run(connection, 'rollback'),
    async releaseConnection(connection) {
      releases.get(connection)?.();
    },
    destroy: async () => {},
  };
  return new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
};

const SECONDS_PER_MS = 0.001;

/** Opens the server on a database of its own. */
export const openRaceServer = async (kind: DatabaseKind): Promise<RaceServer> => {
  const server = await openTestServer(kind, { wrapDatabase: stoppingDatabase });
  let running = 0;
  let waiting: (() => void)[] = [];
  const add = (change: number) => {
    running += change;
    if (running > 0) return;
    for (const resolve of waiting) resolve();
    waiting = [];
  };

  /** A new code is mailed before anything else happens: mail is no part of these races. */
  const waitForMail = async (url: string, status: number): Promise<void> => {
    if (status !== 200 || !/genOtp/.test(url)) return;
    for (;;) {
      const { rows } = await sql`select from outbox where sent_at is null limit 1`.execute(server.db);
      if (rows.length === 0) return;
      await new Promise((resolve) => setImmediate(resolve));
    }
  };

  return {
    ...server,
    async handle({ method, url, headers, body }, network, turn) {
      let stops = 0;
      let isAnswered = false;
      // What this request counts at the moment: 0 while it waits for its turn.
      let own = 0;
      const addOwn = (change: 1 | -1) => {
        own += change;
        add(change);
      };
      let answered = () => {};
      const end = new Promise<void>((resolve) => {
        answered = resolve;
      });
      const stop = async () => {
        stops += 1;
        // The first use of the database belongs to the arrival of the request. What it has started for later,
        // such as the mail of its code, is no part of the request.
        if (stops === 1 || isAnswered) return;
        addOwn(-1);
        await Promise.race([turn(), end]);
        if (!isAnswered) addOwn(1);
      };
      addOwn(1);
      try {
        const form = body instanceof FormData ? new Response(body) : undefined;
        const payload = form ? Buffer.from(await form.arrayBuffer()) : body;
        const type = form?.headers.get('content-type');
        const response = await requests.run({ stop }, async () =>
          server.app.inject({
            method,
            url,
            headers: { ...headers, origin: ORIGIN, ...(type && { 'content-type': type }) },
            remoteAddress: network,
            ...(payload !== undefined && { payload: payload as string | Buffer }),
          }),
        );
        isAnswered = true;
        answered();
        await waitForMail(url, response.statusCode);
        return {
          status: response.statusCode,
          headers: Object.fromEntries(
            Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
          ),
          text: response.body,
          cookies: response.cookies as SetCookie[],
        };
      } finally {
        add(-own);
      }
    },
    idle: () =>
      running <= 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve)),
    async age(ms, { domain, network }) {
      const by = sql`make_interval(secs => ${ms * SECONDS_PER_MS})`;
      const { db } = server;
      await sql`update limits set tat = tat - ${by}, reap_at = reap_at - ${by}
        where strpos(key, ${domain}) > 0 or strpos(key, ${network}) > 0`.execute(db);
      await sql`update codes set expires_at = expires_at - ${by}
        where strpos(email, ${domain}) > 0`.execute(db);
      await sql`update sign_ups set expires_at = expires_at - ${by}
        where strpos(email, ${domain}) > 0`.execute(db);
      await sql`update sessions set expires_at = expires_at - ${by}, renewed_at = renewed_at - ${by},
        opened_at = opened_at - ${by} where user_id in (select id from users
          where strpos(email, ${domain}) > 0)`.execute(db);
    },
  };
};
