import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { findProgram } from '#build/local-programs.ts';
import { ROOT } from '#build/root.ts';
import { freePort } from '../server/free-port.ts';
import { missingPostgresReason } from './postgres-folder.ts';
import { runProgram } from './run-program.ts';

/** The reason why this machine can't run a failover; undefined if it can. */
export const missingFailoverReason = (): string | undefined =>
  findProgram('haproxy') === undefined ? 'HAProxy is not installed' : missingPostgresReason();

/** The configuration of docs/deploy.md. */
const readConfig = (): string => {
  const page = readFileSync(join(ROOT, 'docs', 'deploy.md'), 'utf8');
  const [, config] = /^```haproxy\n(defaults\n {2}mode tcp\n.*?)^```$/ms.exec(page) ?? [];
  if (config === undefined) throw new Error('docs/deploy.md has no configuration of HAProxy');
  return config;
};

/**
 * Starts HAProxy with the configuration of docs/deploy.md, in which only addresses are replaced, in front
 * of two PostgreSQL servers on this machine; stopped when the test ends.
 *
 * @param ports of the two PostgreSQL servers
 * @returns the URL that leads to the primary
 */
export const startDatabaseBalancer = async ([one, two]: readonly number[]): Promise<string> => {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'sitara-balancer-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  const file = join(folder, 'haproxy.cfg');
  const config = readConfig()
    .replace('127.0.0.1:5000', `127.0.0.1:${port}`)
    .replace('10.0.0.5:5432', `127.0.0.1:${one}`)
    .replace('10.0.0.6:5432', `127.0.0.1:${two}`);
  await writeFile(file, config, { mode: 0o644 });
  runProgram('haproxy', ['-f', file]);
  return `postgres://postgres@127.0.0.1:${port}/postgres`;
};
