import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface NodeProcess {
  pid: number;
  url: string;
  /** Sends SIGTERM and waits until the process has ended. */
  stop(): Promise<void>;
}

/**
 * Starts Node with exactly these environment variables; resolves once a URL is printed.
 *
 * @param errors `ignore` for a server that logs every connection that its client closes
 */
export const startNode = async (
  nodeArguments: readonly string[],
  env: Record<string, string>,
  errors: 'inherit' | 'ignore' = 'inherit',
): Promise<NodeProcess> => {
  const child = spawn(process.execPath, nodeArguments, {
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', errors],
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
    pid: child.pid ?? 0,
    url,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
};
