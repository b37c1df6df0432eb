import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../../src/server/main.ts', import.meta.url));
const builtMain = fileURLToPath(new URL('../../../dist/server/main.js', import.meta.url));

// Node 20 can't run TypeScript; Vite's module runner can.
const script = `
  const { runnerImport } = await import('vite');
  await runnerImport(${JSON.stringify(main)}, { configFile: false, logLevel: 'error' });
`;

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
  /** Runs the built server, which starts faster; `dist` must have been built. */
  isBuilt?: boolean;
  /** The URL of a module that is imported before the server. */
  preload?: string;
}

/** Starts `main.ts` of the server in a process with exactly these environment variables. */
export const startServerProcess = (
  env: Record<string, string>,
  { isBuilt = false, preload }: ProcessOptions = {},
): ServerProcess => {
  const program = isBuilt ? [builtMain] : ['--input-type=module', '-e', script];
  const before = preload === undefined ? [] : ['--import', preload];
  const child = spawn(process.execPath, [...before, ...program], {
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
          const [, address] = /^Sitara {2}(http:\S+)$/m.exec(output) ?? [];
          if (address !== undefined) resolve(address);
        };
        child.stdout.on('data', look);
        look();
        ended.then(() => reject(new Error(`It ended: ${output}`)));
      }),
  };
};
