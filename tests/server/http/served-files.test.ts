import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '#build/root.ts';
import { openTestServer, type TestServer } from '#tests/support/server/test-server.ts';

const webRoot = join(ROOT, 'dist', 'web');
const PLAIN = 'identity';

/** Encodings by their HTTP name, with the file suffix and the decoder. */
const encodings = [
  { name: 'br', suffix: '.br', decode: brotliDecompressSync },
  { name: 'gzip', suffix: '.gz', decode: gunzipSync },
];

/** The paths of the built files without their compressed copies. */
const files = readdirSync(webRoot, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.\w+$/.test(file) && !/\.(?:br|gz)$/.test(file))
  .map((file) => `/${file}`);
const assets = files.filter((file) => file.startsWith('/assets/'));

describe('the built files, over a real connection', () => {
  let server: TestServer;
  let port: number;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });

  beforeAll(async () => {
    server = await openTestServer('PGlite', { config: { webRoot } });
    await server.app.listen({ host: '127.0.0.1', port: 0 });
    const address = server.app.server.address();
    port = typeof address === 'object' && address ? address.port : 0;
  });
  afterAll(async () => {
    agent.destroy();
    await server.close();
  });

  const fetchFile = async (path: string, headers: Record<string, string>) => {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      get({ port, path, headers, agent }, resolve).on('error', reject);
    });
    const socketPort = response.socket.localPort;
    return {
      status: response.statusCode,
      headers: response.headers,
      body: await buffer(response),
      socketPort,
    };
  };
  const fetchAs = (file: string, encoding: string, headers = {}) =>
    fetchFile(file === '/index.html' ? '/' : file, { 'accept-encoding': encoding, ...headers });

  it('are sent compressed to clients that accept it, else uncompressed', async () => {
    for (const { name, suffix, decode } of encodings) {
      const copied = files.filter((file) => existsSync(webRoot + file + suffix));
      expect(copied).toContain('/index.html');
      expect(copied.length).toBeGreaterThan(10);
      for (const file of copied) {
        const { status, headers, body } = await fetchAs(file, name);
        expect([file, status, headers['content-encoding']]).toEqual([file, 200, name]);
        expect(body.equals(readFileSync(webRoot + file + suffix)), file).toBe(true);
        expect(decode(body).equals(readFileSync(webRoot + file)), file).toBe(true);
      }
    }
    for (const file of files) {
      const { headers, body } = await fetchAs(file, PLAIN);
      expect([file, headers['content-encoding']]).toEqual([file, undefined]);
      expect(body.equals(readFileSync(webRoot + file)), file).toBe(true);
    }
  });

  it('are sent as brotli if the client accepts both, and as gzip if it refuses brotli', async () => {
    const encodingOf = async (accepted: string) =>
      (await fetchAs('/', accepted)).headers['content-encoding'];
    expect(await encodingOf('gzip, deflate, br, zstd')).toBe('br');
    expect(await encodingOf('br;q=0, gzip')).toBe('gzip');
    expect(await encodingOf('zstd')).toBeUndefined();
  });

  it('are not served under the names of their compressed copies', async () => {
    for (const name of ['/index.html.br', '/index.html.gz', `${assets[0]}.br`])
      expect([name, (await fetchAs(name, PLAIN)).status]).toEqual([name, 404]);
  });

  it('have Vary: Accept-Encoding, also without a compressed copy', async () => {
    for (const file of files)
      for (const encoding of ['br', 'gzip', PLAIN]) {
        const { vary = '' } = (await fetchAs(file, encoding)).headers;
        expect(vary.toLowerCase(), `${file} as ${encoding}`).toContain('accept-encoding');
      }
  });

  it('are cached for a year if their name has a hash, and revalidated otherwise', async () => {
    expect(assets.length).toBeGreaterThan(10);
    for (const file of files) {
      const { headers } = await fetchAs(file, 'br');
      const asked = headers['set-cookie'] ? 'private, no-cache' : 'no-cache';
      const expected = assets.includes(file) ? 'public, max-age=31536000, immutable' : asked;
      expect([file, headers['cache-control']]).toEqual([file, expected]);
    }
  });

  it.each(['br', 'gzip', PLAIN])(
    'the page is 304 for clients that have it (%s)',
    async (encoding) => {
      const first = await fetchAs('/', encoding);
      const tag = String(first.headers.etag);
      expect(tag).toMatch(/^(?:W\/)?".+"$/);
      const again = await fetchAs('/', encoding, { 'if-none-match': tag });
      expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, tag]);
      expect(again.headers['cache-control']).toBe('private, no-cache');
      expect(String(again.headers.vary).toLowerCase()).toContain('accept-encoding');
      expect((await fetchAs('/', encoding, { 'if-none-match': '"another"' })).status).toBe(200);
    },
  );

  it('have a different ETag for each encoding', async () => {
    const tags = await Promise.all(
      ['br', 'gzip', PLAIN].map(async (encoding) => (await fetchAs('/', encoding)).headers.etag),
    );
    expect(new Set(tags).size).toBe(3);
  });

  it('are sent over one connection, which stays open', async () => {
    const ports = new Set<number | undefined>();
    for (const file of ['/', ...assets.slice(0, 5)]) {
      const { headers, socketPort } = await fetchAs(file, 'br');
      expect(headers.connection).toBe('keep-alive');
      ports.add(socketPort);
    }
    expect(ports.size).toBe(1);
  });
});
