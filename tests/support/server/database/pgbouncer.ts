import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findProgram } from '#build/local-programs.ts';
import { freePort } from '../free-port.ts';

/** Few, so that the transactions of one client run in several sessions. */
const POOL_SIZE = 5;
/** `nobody` of Debian; PgBouncer refuses to run as root. */
const UNPRIVILEGED_ID = 65_534;
const LOOK_MS = 20;

export interface PgBouncer {
  port: number;
  stop(): Promise<void>;
}

/** The address of a server's URL through the PgBouncer on a port. */
export const poolerUrl = (serverUrl: string, port: number): string => {
  const url = new URL(serverUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return url.href;
};

const quoted = (value: string): string => `'${decodeURIComponent(value).replaceAll("'", "''")}'`;

const configOf = (server: URL, port: number, log: string): string => {
  const { hostname, port: serverPort, username, password } = server;
  const login = [
    ...(username ? [`user=${quoted(username)}`] : []),
    ...(password ? [`password=${quoted(password)}`] : []),
  ];
  return `[databases]
* = host=${hostname} port=${serverPort || '5432'} ${login.join(' ')}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${POOL_SIZE}
max_client_conn = 1000
logfile = ${log}
`;
};

const answers = async (port: number): Promise<boolean> => {
  const socket = connect(port, '127.0.0.1');
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isOpen;
};

/** Starts PgBouncer on a free port, in transaction mode, in front of the PostgreSQL server of a URL. */
export const startPgBouncer = async (serverUrl: string): Promise<PgBouncer> => {
  const program = findProgram('pgbouncer');
  if (program === undefined) throw new Error('pgbouncer is not installed');
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'sitara-pgbouncer-'));
  await chmod(folder, 0o777);
  const config = join(folder, 'pgbouncer.ini');
  const logFile = join(folder, 'log');
  await writeFile(config, configOf(new URL(serverUrl), port, logFile));
  const user = process.getuid?.() === 0 ? { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID } : {};
  const child = spawn(program, ['--quiet', config], { ...user, cwd: folder, stdio: 'ignore' });
  const ended = once(child, 'exit');
  while (!(await answers(port))) {
    if (child.exitCode !== null)
      throw new Error(`PgBouncer has ended: ${await readFile(logFile, 'utf8')}`);
    await pause(LOOK_MS);
  }
  return {
    port,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
};
