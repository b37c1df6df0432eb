import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from '#build/root.ts';

export interface BuiltServer {
  url: string;
  /** Sends SIGTERM and waits until the process has ended. */
  stop(): Promise<void>;
}

/**
 * Starts `dist/server/main.js` with exactly these environment variables; resolves once it listens.
 */
export const startBuiltServer = async (env: Record<string, string>): Promise<BuiltServer> => {
  const child = spawn(process.execPath, [join(ROOT, 'dist', 'server', 'main.js')], {
    env: { PATH: process.env['PATH'], PORT: '0', DRAIN_MS: '0', NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (bytes: Buffer) => {
      // Only the beginning of the log contains the URL.
      if (output.length < 10_000) output += bytes;
      const [, address] = /(http:\/\/localhost:\d+)/.exec(output) ?? [];
      if (address !== undefined) resolve(address);
    });
    ended.then(() => reject(new Error(`It ended: ${output}`)));
  });
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
};
