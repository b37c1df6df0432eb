import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '#build/root.ts';
import { freePort } from '#tests/support/server/free-port.ts';
import { openSecureFront, type SecureFront } from './secure-front.ts';

export interface ServedSite extends SecureFront {
  /** `https://localhost:…`, without a trailing slash. */
  url: string;
}

/** Starts the built server in a process with its own data folder, behind TLS and HTTP/2. */
export const serveSite = async (): Promise<ServedSite> => {
  const [port, frontPort] = [await freePort(), await freePort()];
  const url = `https://localhost:${frontPort}`;
  const dataDir = await mkdtemp(join(tmpdir(), 'sitara-bench-'));
  const child = spawn(process.execPath, [join(ROOT, 'dist', 'server', 'main.js')], {
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: dataDir,
      DRAIN_MS: '0',
      PUBLIC_URL: url,
      TRUST_PROXY: '1',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (bytes) => {
      // The server prints this line after the one with its URL.
      if (String(bytes).includes('Mail ')) resolve();
    });
    ended.then(() => reject(new Error('The server ended before it listened')));
  });
  const front = await openSecureFront(frontPort, `http://127.0.0.1:${port}`);
  return {
    ...front,
    url,
    async close() {
      await front.close();
      child.kill();
      await ended;
      await rm(dataDir, { recursive: true });
    },
  };
};
