// @module-tag further
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '#build/root.ts';
import { paths } from '#contract/calls/paths.ts';
import { newDataFolder } from '#tests/support/faults/running-server.ts';
import { startServerProcess } from '#tests/support/faults/server-process.ts';
import { freePort } from '#tests/support/server/free-port.ts';

test('npm run dev serves the site, the API and the charts from the sources', async () => {
  const env = { DATA_DIR: await newDataFolder(), PORT: String(await freePort()) };
  const server = startServerProcess(env, {
    command: [join(ROOT, 'src', 'build', 'run.js'), 'dev'],
  });
  try {
    const url = await server.address();
    for (const path of ['/', '/charts', '/docs', paths.xsrf, '/healthz'])
      expect([path, (await fetch(url + path)).status]).toEqual([path, 200]);
    // The live view links to approved pictures.
    const picture = await fetch(`${url}/tests/visual/approved/session/active.390-light.webp`);
    expect(picture.headers.get('Content-Type')).toBe('image/webp');
  } finally {
    server.child.kill();
    await server.ended;
  }
});
