import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../../dist/server/main.js', import.meta.url));

export interface ServerProcess {
  child: ChildProcess;
  /** All output so far. */
  output(): string;
  /** The server's URL, once it listens. */
  address(): Promise<string>;
  /** Resolves with the exit code. */
  ended: Promise<number | null>;
}

export interface ProcessOptions {
  /** The URL of a module that is imported before the server. */
  preload?: string;
  /** What Node runs: the built server, unless it is another command. */
  command?: string[];
}

/** Starts the built server in a process with exactly these environment variables. */
export const startServerProcess = (
  env: Record<string, string>,
  { preload, command = [main] }: ProcessOptions = {},
): ServerProcess => {
  const before = preload === undefined ? [] : ['--import', preload];
  const child = spawn(process.execPath, [...before, ...command], {
    // No load balancer needs time to drain.
    env: { PATH: process.env['PATH'], PORT: '0', DRAIN_MS: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const collect = (bytes: Buffer) => {
    output += bytes;
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return {
    child,
    output: () => output,
    ended,
    address: () =>
      new Promise((resolve, reject) => {
        const look = () => {
          const [, address] = /^Sitara {2}(http:\S+)/m.exec(output) ?? [];
          if (address !== undefined) resolve(address);
        };
        child.stdout.on('data', look);
        look();
        ended.then(() => reject(new Error(`It ended: ${output}`)));
      }),
  };
};
