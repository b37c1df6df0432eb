import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { ROOT } from '#build/root.ts';
import { fillPath } from '#contract/calls/call.ts';
import { paths } from '#contract/calls/paths.ts';
import {
  currentProcess,
  FolderInUseError,
  openDataFolder,
  takeLock,
} from '#server/data-folder/data-folder.ts';
import { closeGracefully } from '#server/http/connections.ts';
import { readContentPolicy } from '#server/http/security-headers.ts';
import { FURTHER } from '#tests/support/each-condition.ts';
import { newDataFolder, newFolder } from '#tests/support/faults/running-server.ts';
import { type ServerProcess, startServerProcess } from '#tests/support/faults/server-process.ts';
import { createDatabase } from '#tests/support/server/database/test-database.ts';

/** More bytes than one read returns. */
const REQUESTS = 50;

const started: ServerProcess[] = [];
afterEach(async () => {
  for (const { child } of started) child.kill('SIGKILL');
  await Promise.all(started.map(({ ended }) => ended));
  started.length = 0;
});

const start = (env: Record<string, string>) => {
  const server = startServerProcess(env);
  started.push(server);
  return server;
};

describe('the lock of a data folder', () => {
  it('is held by one process, released, and taken again', async () => {
    const file = join(await newFolder(), 'lock');
    const release = await takeLock(file);
    await expect(takeLock(file)).rejects.toThrow(FolderInUseError);
    await expect(takeLock(file)).rejects.toThrow(`Process ${process.pid} `);
    release();
    const again = await takeLock(file);
    again();
    expect(await readdir(join(file, '..'))).toEqual([]);
  });

  it.each([
    ['a process that has ended', '4194303 1\n'],
    ['another process of the same id', `${process.pid} 1\n`],
    ['no process, because its writer was killed', ''],
    ['no process, because it is damaged', 'what is this'],
  ])('is stale if it names %s', async (_, text) => {
    const file = join(await newFolder(), 'lock');
    await writeFile(file, text);
    const release = await takeLock(file);
    expect(await readFile(file, 'utf8')).toBe(`${process.pid} ${currentProcess().startTime}\n`);
    release();
  });

  it('is stale if it names a zombie', async () => {
    // `sleep` becomes a zombie because its parent, which replaced the shell, never waits for it.
    const child = spawn('sh', ['-c', 'sleep 1 & echo $!; exec sleep 30'], { stdio: 'pipe' });
    onTestFinished(() => {
      child.kill('SIGKILL');
    });
    const [output] = await once(child.stdout, 'data');
    const pid = Number(String(output));
    const state = async () => (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.[0];
    await expect.poll(state).toBe('Z');
    const file = join(await newFolder(), 'lock');
    await writeFile(
      file,
      `${pid} ${(await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ')[19]}\n`,
    );
    (await takeLock(file))();
  });

  it('is taken by exactly one of many processes that find a stale lock at once', async () => {
    const file = join(await newFolder(), 'lock');
    await writeFile(file, '4194303 1\n');
    const takers = await Promise.allSettled(Array.from({ length: 20 }, () => takeLock(file)));
    expect(takers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('a data folder', () => {
  it('is readable by its owner only, and keeps its key', async () => {
    const dataDir = await newFolder();
    await chmod(dataDir, 0o755);
    const settings = { dataDir, databaseUrl: undefined, secretKeys: undefined };
    const first = await openDataFolder(settings);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
    expect((await stat(join(dataDir, 'secret-key'))).mode & 0o777).toBe(0o600);
    expect(first.secretKeys[0].length).toBeGreaterThanOrEqual(32);
    first.release();
    const second = await openDataFolder(settings);
    expect(second.secretKeys).toEqual(first.secretKeys);
    second.release();
    const inside = join(dataDir, 'new', 'data');
    const secretKeys = ['from the environment'] as const;
    const third = await openDataFolder({ ...settings, dataDir: inside, secretKeys });
    expect(third.secretKeys).toEqual(secretKeys);
    expect((await stat(join(dataDir, 'new'))).mode & 0o777).toBe(0o700);
    third.release();
  });

  it('with a damaged key stops the start', async () => {
    const dataDir = await newFolder();
    await writeFile(join(dataDir, 'secret-key'), 'short');
    const opening = openDataFolder({ dataDir, databaseUrl: undefined, secretKeys: undefined });
    await expect(opening).rejects.toThrow(/^SECRET_KEY /);
  });
});

describe("the build's content security policy", () => {
  it('is empty without a file, and may not add directives', async () => {
    const folder = await newFolder();
    expect(await readContentPolicy(join(folder, 'csp.json'))).toMatchObject({ documents: {} });
    const file = join(folder, 'csp.json');
    await writeFile(
      file,
      JSON.stringify({
        documents: { '/': { scripts: ["'sha256-x='"] } },
        frame: ['https://a.example'],
      }),
    );
    expect(await readContentPolicy(file)).toMatchObject({
      documents: { '/': { scripts: ["'sha256-x='"], styles: [] } },
      frame: ['https://a.example'],
      connect: [],
    });
    await writeFile(file, JSON.stringify({ frame: ['https://a.example; script-src *'] }));
    await expect(readContentPolicy(file)).rejects.toThrow('frame');
    await writeFile(file, JSON.stringify({ documents: { '/': { styles: ['x; script-src *'] } } }));
    await expect(readContentPolicy(file)).rejects.toThrow('malformed: /');
  });
});

describe('the server as a process', () => {
  it('prints its URL, refuses a second process, survives a kill, and stops on SIGTERM', async () => {
    const dataDir = await newFolder();
    const first = start({ DATA_DIR: dataDir });
    const address = await first.address();
    expect((await fetch(address + paths.ready)).status).toBe(200);
    expect(first.output()).toContain(`Mail    ${join(dataDir, 'mailbox')}`);
    expect(first.output()).toContain(`Data    ${join(dataDir, 'db')}`);

    const second = start({ DATA_DIR: dataDir });
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(`DATA_DIR is in use. Process ${first.child.pid} `);
    expect((await fetch(address + paths.ready)).status).toBe(200);

    first.child.kill('SIGKILL');
    await first.ended;
    const third = start({ DATA_DIR: dataDir });
    const again = await third.address();
    const { headers } = await fetch(again + paths.xsrf);
    const [cookie = ''] = headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
    const email = 'asha@company.example';
    const sent = await fetch(again + fillPath(paths.sendSignUpCode, { email }), {
      method: 'POST',
      headers: { origin: again, cookie, 'x-xsrf-token': cookie.replace(/^[^=]*=/, '') },
    });
    expect(sent.status).toBe(200);
    await expect.poll(() => readdir(join(dataDir, 'mailbox'))).toHaveLength(1);

    third.child.kill('SIGTERM');
    expect(await third.ended).toBe(0);
    expect(await readdir(dataDir)).not.toContain('lock');
    expect(third.output()).not.toContain(email);
    const [mail = ''] = await readdir(join(dataDir, 'mailbox'));
    for (const file of ['', 'db', 'mailbox', join('mailbox', mail), 'secret-key'])
      expect([file, (await stat(join(dataDir, file))).mode & 0o077]).toEqual([file, 0]);
  });

  it('finishes pending requests before it stops', async () => {
    const server = start({ DATA_DIR: await newDataFolder() });
    const address = new URL(await server.address());
    const { headers } = await fetch(new URL(paths.xsrf, address));
    const [cookie = ''] = headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
    const socket = connect(Number(address.port), '127.0.0.1');
    let response = '';
    socket.on('data', (bytes) => {
      response += bytes;
    });
    socket.write(
      [
        `POST ${paths.refresh} HTTP/1.1`,
        `Host: ${address.host}`,
        `Origin: ${address.origin}`,
        `Cookie: ${cookie}`,
        `X-XSRF-TOKEN: ${cookie.replace(/^[^=]*=/, '')}`,
        'Content-Type: application/json',
        'Content-Length: 2',
        // The response to this shows that the server has started the request.
        'Expect: 100-continue\r\n\r\n',
      ].join('\r\n'),
    );
    await expect.poll(() => response).toMatch(/^HTTP\/1\.1 100 /);
    server.child.kill('SIGTERM');
    const isGone = () =>
      fetch(new URL(paths.alive, address)).then(
        () => false,
        () => true,
      );
    await expect.poll(isGone).toBe(true);
    socket.write('{}');
    await once(socket, 'end');
    expect(response).toContain('HTTP/1.1 401 ');
    expect(await server.ended).toBe(0);
  });

  it('responds to requests that arrived before SIGTERM but were not read yet', async () => {
    const server = start({ DATA_DIR: await newDataFolder() });
    const { port, host } = new URL(await server.address());
    const connections = Array.from({ length: REQUESTS }, () => connect(Number(port), '127.0.0.1'));
    await Promise.all(connections.map((connection) => once(connection, 'connect')));
    const responses = connections.map(async (connection) => {
      connection.write(`GET ${paths.alive} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
      return (await text(connection)).split('\r\n', 1)[0];
    });
    server.child.kill('SIGTERM');
    expect(await Promise.all(responses)).toEqual(responses.map(() => 'HTTP/1.1 200 OK'));
    expect(await server.ended).toBe(0);
  });

  it('responds to them also when it was too busy to accept them in time', async () => {
    const server = createServer((_request, response) => response.end());
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    const connections = Array.from({ length: REQUESTS }, () => connect(port, '127.0.0.1'));
    const responses = connections.map(async (connection) => {
      connection.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
      return (await text(connection)).split('\r\n', 1)[0];
    });
    const closed = closeGracefully(server, 30_000);
    // The time to accept them is over before the event loop has turned.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000);
    expect(await Promise.all(responses)).toEqual(responses.map(() => 'HTTP/1.1 200 OK'));
    await closed;
  });

  it('says on https, in one line, how many contents of the site are samples', FURTHER, async () => {
    const env = { PUBLIC_URL: 'https://www.acme.example', TRUST_PROXY: '1' };
    const server = start({ DATA_DIR: await newDataFolder(), ...env });
    const line = /^WARNING \d+ contents of this site are samples .*: npm run launch lists them/gm;
    await expect.poll(() => server.output().match(line), { timeout: 30_000 }).toHaveLength(1);
    const local = start({ DATA_DIR: await newDataFolder() });
    await local.address();
    local.child.kill('SIGTERM');
    await local.ended;
    expect(local.output()).not.toContain('samples');
  });

  it.each([
    [{ PORT: 'http' }, /^Sitara can't start\. PORT must be a whole number/],
    [
      { DATABASE_URL: 'postgres://u:secret@127.0.0.1:1/x', SECRET_KEY: 'x'.repeat(32) },
      /^Sitara can't start\. DATABASE_URL: no database answers/,
    ],
    [
      {
        DATABASE_URL: 'postgres://u:secret@127.0.0.1:1/x?sslmode=verify-full&sslrootcert=/none.pem',
        SECRET_KEY: 'x'.repeat(32),
      },
      /^Sitara can't start\. DATABASE_URL: ENOENT.*none\.pem/,
    ],
    [{ DATA_DIR: fileURLToPath(import.meta.url) }, /^Sitara can't start\. DATA_DIR can't be used/],
    [{ DATA_DIR: '/proc/sitara/data' }, /^Sitara can't start\. DATA_DIR can't be used/],
  ])(
    'stops with one line that names the invalid setting: %o',
    async (env: Record<string, string>, line) => {
      const server = start({ DATA_DIR: await newFolder(), ...env });
      expect(await server.ended).toBe(1);
      expect(server.output()).toMatch(line);
      expect(server.output().trim().split('\n')).toHaveLength(1);
      expect(server.output()).not.toContain('secret@');
    },
  );

  it('stops with one line that names the folder of a damaged database', async () => {
    const folder = await newDataFolder();
    await truncate(join(folder, 'db', 'global', 'pg_control'));
    const server = start({ DATA_DIR: folder });
    expect(await server.ended).toBe(1);
    expect(server.output()).toBe(
      `Sitara can't start. DATA_DIR: the database in ${join(folder, 'db')} is damaged; restore a backup, or choose another folder\n`,
    );
  });

  const url = process.env['TEST_DATABASE_URL'];
  it.runIf(url)('names the setting of a PostgreSQL without this database', async () => {
    const missing = new URL(url ?? '');
    missing.pathname = '/never_created';
    const server = start({
      DATA_DIR: await newFolder(),
      DATABASE_URL: missing.href,
      SECRET_KEY: 'x'.repeat(32),
    });
    expect(await server.ended).toBe(1);
    expect(server.output()).toBe(
      `Sitara can't start. DATABASE_URL: database "never_created" does not exist\n`,
    );
  });

  it.runIf(url)(
    'shares a PostgreSQL database with another process, including migrations',
    async () => {
      // Without tables, so that both processes migrate.
      const database = await createDatabase('template1');
      onTestFinished(database.drop);
      const dataDir = await newFolder();
      const env = { DATA_DIR: dataDir, DATABASE_URL: database.url, SECRET_KEY: 'x'.repeat(32) };
      const servers = [start(env), start(env)];
      const addresses = await Promise.all(servers.map((server) => server.address()));
      for (const address of addresses)
        expect((await fetch(address + paths.ready)).status).toBe(200);
      for (const { child } of servers) child.kill('SIGTERM');
      expect(await Promise.all(servers.map(({ ended }) => ended))).toEqual([0, 0]);
    },
  );
});

it.each(['company', 'leads'])(
  'npm run %s runs from the build that serves, and leaves it as it is',
  async (name) => {
    const readRecord = () => readFile(join(ROOT, 'dist', 'built-from'), 'utf8');
    const before = await readRecord();
    const child = spawn(
      process.execPath,
      [join(ROOT, 'src', 'build', 'run.js'), name, '--nonsense'],
      { env: { ...process.env, VITE_TAG_URL: 'https://tag.example/tag.js' } },
    );
    const [code] = await once(child, 'exit');
    expect(code).toBe(2);
    expect(await readRecord()).toBe(before);
  },
);

it('npm start serves from a process without Vite, which only finds out whether the build is stale', async () => {
  // With the variables of the build, which would be stale without them.
  const variables = Object.entries(process.env).filter(([name]) => /^(?:VITE_|FUNNEL$)/.test(name));
  const server = startServerProcess(
    {
      ...(Object.fromEntries(variables) as Record<string, string>),
      DATA_DIR: await newDataFolder(),
    },
    { command: [join(ROOT, 'src', 'build', 'run.js'), 'start'] },
  );
  started.push(server);
  expect((await fetch((await server.address()) + paths.alive)).status).toBe(200);
  // The list has Vite's native part; other systems than Linux have no list.
  const mapped = await readFile(`/proc/${server.child.pid}/maps`, 'utf8').catch(() => '');
  expect(mapped).not.toContain('rolldown');
  expect(server.output()).not.toContain('Building');
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
});
