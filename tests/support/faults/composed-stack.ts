import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { findProgram } from '#build/local-programs.ts';
import { ROOT } from '#build/root.ts';
import { readSettings } from '#server/config/read-settings.ts';
import { freePort } from '../server/free-port.ts';
import { missingPostgresReason } from './postgres-folder.ts';
import { runProgram } from './run-program.ts';
import { type RunningServer, runServer } from './running-server.ts';
import { startTemporaryPostgres } from './temporary-postgres.ts';

const PROGRAMS = ['pgbouncer', 'haproxy'];

interface Compose {
  services: Record<string, { environment: Record<string, string | number> }>;
  configs: Record<string, { content: string }>;
}

/** The services of compose.yaml's profile `scaled`, as programs of this machine. */
export interface ComposedStack {
  /** The load balancer's address. */
  url: string;
  /** Starts one of the two servers; killed when the test ends. */
  startServer(name: 'server-1' | 'server-2'): Promise<RunningServer>;
}

/** The reason why this machine can't run the stack; undefined if it can. */
export const missingStackReason = (): string | undefined => {
  const missing = PROGRAMS.filter((name) => findProgram(name) === undefined);
  return missing.length > 0 ? `${missing.join(' and ')} not installed` : missingPostgresReason();
};

const readCompose = (): Compose =>
  parse(readFileSync(join(ROOT, 'compose.yaml'), 'utf8'), { merge: true });

const startDatabase = async (): Promise<string> => {
  const postgres = await startTemporaryPostgres();
  onTestFinished(postgres.remove);
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query('create role sitara login');
  await client.query('create database sitara owner sitara');
  await client.end();
  return new URL(postgres.url).host;
};

/** Where a configuration says what is elsewhere here. */
const replaceAll = (text: string, replaced: readonly [string, string][]): string =>
  replaced.reduce((before, [name, address]) => before.replace(name, address), text);

/**
 * Starts HAProxy with the configuration of compose.yaml in front of two servers; stopped when the test ends.
 *
 * @param ports of the two servers
 * @returns its URL
 */
export const startSiteBalancer = async (ports: readonly [number, number]): Promise<string> => {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'sitara-balancer-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  const config = replaceAll(readCompose().configs['balancer']?.content ?? '', [
    ['bind :8080', `bind 127.0.0.1:${port}`],
    ['server-1:3000', `127.0.0.1:${ports[0]}`],
    ['server-2:3000', `127.0.0.1:${ports[1]}`],
  ]);
  await writeFile(join(folder, 'balancer'), config, { mode: 0o644 });
  runProgram('haproxy', ['-f', join(folder, 'balancer')]);
  return `http://localhost:${port}`;
};

/**
 * Starts PostgreSQL, PgBouncer and HAProxy with the configurations of compose.yaml; only hosts, ports and
 * the path of a file are replaced.
 *
 * @param mail host and port of the SMTP server
 */
export const startComposedStack = async (mail: string): Promise<ComposedStack> => {
  const { services, configs } = readCompose();
  const pooler = await freePort();
  const serverPorts = { 'server-1': await freePort(), 'server-2': await freePort() };
  const url = await startSiteBalancer([serverPorts['server-1'], serverPorts['server-2']]);
  const database = await startDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'sitara-stack-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  const [databaseHost = '', databasePort = ''] = database.split(':');
  const replaced: [string, string][] = [
    ['host=database port=5432', `host=${databaseHost} port=${databasePort}`],
    ['listen_port = 6432', `listen_port = ${pooler}`],
    ['/etc/pgbouncer/users.txt', join(folder, 'pooler-users')],
    ['pooler:6432', `127.0.0.1:${pooler}`],
    ['mail:1025', mail],
    ['localhost:8080', new URL(url).host],
  ];
  const here = (text: string): string => replaceAll(text, replaced);

  for (const [name, { content }] of Object.entries(configs))
    await writeFile(join(folder, name), here(content), { mode: 0o644 });
  runProgram('pgbouncer', ['--quiet', join(folder, 'pooler')]);

  return {
    url,
    startServer(name) {
      const { environment = {} } = services[name] ?? {};
      const settings = Object.entries(environment).map(([key, value]) => [key, here(`${value}`)]);
      return runServer({
        ...Object.fromEntries(settings),
        // The tests' clients name their networks as a further proxy would.
        TRUST_PROXY: String(Number(environment['TRUST_PROXY']) + 1),
        SECRET_KEY: 'k'.repeat(32),
        PORT: String(serverPorts[name]),
        DRAIN_MS: String(readSettings({}).drainMs),
      });
    },
  };
};
