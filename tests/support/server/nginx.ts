import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { freePort } from './free-port.ts';

/**
 * Starts nginx with one server; stopped when the test ends.
 *
 * @param program its path
 * @param lines of the server block, after `listen`
 * @returns its origin
 */
export const startNginx = async (program: string, lines: string): Promise<string> => {
  const port = await freePort();
  const own = mkdtempSync(join(tmpdir(), 'sitara-nginx-'));
  writeFileSync(
    join(own, 'nginx.conf'),
    `${process.getuid?.() === 0 ? 'user root; ' : ''}daemon off; pid ${own}/pid; error_log stderr; events {}
http {
  types { text/html html; text/css css; application/javascript js; image/png png; text/plain txt; }
  access_log off; client_body_temp_path ${own}; proxy_temp_path ${own}; fastcgi_temp_path ${own};
  uwsgi_temp_path ${own}; scgi_temp_path ${own};
  server { listen 127.0.0.1:${port}; ${lines} }
}`,
  );
  const nginx = spawn(program, ['-c', join(own, 'nginx.conf'), '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let warnings = '';
  nginx.stderr.on('data', (bytes: Buffer) => {
    warnings += bytes;
  });
  onTestFinished(() => {
    nginx.kill();
    expect(warnings).toBe('');
  });
  const origin = `http://127.0.0.1:${port}`;
  await expect
    .poll(
      () =>
        fetch(origin).then(
          () => true,
          () => false,
        ),
      { timeout: 10_000 },
    )
    .toBe(true);
  return origin;
};
