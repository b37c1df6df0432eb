import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../src/server/main.ts', import.meta.url));
const built = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url));

// Node 20 reads no TypeScript; the build's own tool does.
const script = `
  const { runnerImport } = await import('vite');
  await runnerImport(${JSON.stringify(main)}, { configFile: false, logLevel: 'error' });
`;

export interface ServerProcess {
  child: ChildProcess;
  /** All that it has written. */
  output(): string;
  /** Its address, once it listens. */
  address(): Promise<string>;
  /** The exit code, once it has ended. */
  ended: Promise<number | null>;
}

export interface ProcessOptions {
  /** The built server, which starts sooner; `dist` must have been built. */
  isBuilt?: boolean;
  /** A module, as an address, that runs before anything of the server. */
  preload?: string;
}

/** Starts the server's own `main.ts` in a process with these settings and no others. */
export const startServerProcess = (
  env: Record<string, string>,
  { isBuilt = false, preload }: ProcessOptions = {},
): ServerProcess => {
  const program = isBuilt ? [built] : ['--input-type=module', '-e', script];
  const before = preload === undefined ? [] : ['--import', preload];
  const child = spawn(process.execPath, [...before, ...program], {
    // Nobody balances between the servers of a test.
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
