import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readByteRange } from '#server/http/static-site.ts';
import { randomSeed } from '#tests/support/random-seed.ts';
import { openTestServer, type TestServer } from '#tests/support/server/test-server.ts';

const SCRIPT = '/assets/main-abc123.js';
const TEXT = '0123456789';
const COMPRESSED = 'compressed';
const FONT = Buffer.from([0, 1, 2, 3]);

const webRoot = mkdtempSync(join(tmpdir(), 'sitara-web-'));
for (const folder of ['assets', 'fonts']) mkdirSync(join(webRoot, folder));
writeFileSync(join(webRoot, 'index.html'), '<!doctype html><title>Home</title>');
writeFileSync(join(webRoot, SCRIPT), TEXT);
// Its size differs from the file's.
writeFileSync(join(webRoot, `${SCRIPT}.br`), COMPRESSED.slice(0, 5));
writeFileSync(join(webRoot, 'fonts', 'one.woff2'), FONT);
writeFileSync(join(webRoot, 'empty.txt'), '');

describe('a range request for a file', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer('PGlite', { config: { webRoot } });
  });
  afterAll(() => server.close());

  const ask = (path: string, range: string, headers = {}) =>
    server.client().get(path, { headers: { range, ...headers } });

  it.each([
    ['bytes=0-3', '0123', 'bytes 0-3/10'],
    ['bytes=4-', '456789', 'bytes 4-9/10'],
    ['bytes=-2', '89', 'bytes 8-9/10'],
    ['bytes=0-', TEXT, 'bytes 0-9/10'],
    ['bytes=8-99', '89', 'bytes 8-9/10'],
    ['bytes=-99', TEXT, 'bytes 0-9/10'],
    ['bytes=9-9', '9', 'bytes 9-9/10'],
    ['BYTES=1-1', '1', 'bytes 1-1/10'],
  ])('is 206: %s', async (range, text, contentRange) => {
    const response = await ask(SCRIPT, range);
    expect([response.status, response.text]).toEqual([206, text]);
    expect(response.headers).toMatchObject({
      'content-range': contentRange,
      'content-length': String(text.length),
      'accept-ranges': 'bytes',
      'content-type': 'application/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    });
  });

  it.each(['bytes=10-', 'bytes=10-20', 'bytes=99999999999999999999999-', 'bytes=-0'])(
    'beyond the end is 416 with the size: %s',
    async (range) => {
      const response = await ask(SCRIPT, range);
      expect([response.status, response.error?.code]).toEqual([416, 'range_unsatisfiable']);
      expect(response.headers).toMatchObject({
        'content-range': 'bytes */10',
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
      });
      for (const name of ['etag', 'last-modified', 'content-encoding'])
        expect(response.headers[name]).toBeUndefined();
    },
  );

  it.each([
    'bytes=abc',
    'bytes=5-2',
    'bytes=-',
    'bytes=5',
    'bytes=1e0-',
    'bytes=0x1-5',
    'bytes= 0-1',
    'bytes=0-1,',
    'bytes=0-1,4-5',
    'bytes=10-,0-1',
    'bytes=10-,20-',
    'items=0-1',
    'bytes',
    '0-1',
  ])('gets the whole file if it is not one range of bytes: %s', async (range) => {
    const response = await ask(SCRIPT, range);
    expect([response.status, response.text]).toEqual([200, TEXT]);
    expect(response.headers['content-range']).toBeUndefined();
  });

  it('gets a part of the compressed copy if that is what is sent', async () => {
    const br = { 'accept-encoding': 'br' };
    const part = await ask(SCRIPT, 'bytes=1-2', br);
    expect([part.status, part.text]).toEqual([206, COMPRESSED.slice(1, 3)]);
    expect(part.headers).toMatchObject({
      'content-range': 'bytes 1-2/5',
      'content-encoding': 'br',
    });
    const none = await ask(SCRIPT, 'bytes=5-', br);
    expect([none.status, none.headers['content-range']]).toEqual([416, 'bytes */5']);
    expect(none.headers['content-encoding']).toBeUndefined();
  });

  it('works byte by byte for fonts and for the page', async () => {
    const font = await ask('/fonts/one.woff2', 'bytes=2-');
    expect([font.status, [...font.bytes]]).toEqual([206, [2, 3]]);
    expect((await ask('/', 'bytes=0-8')).text).toBe('<!doctype');
    expect((await ask('/', 'bytes=999-')).headers['content-range']).toBe('bytes */34');
  });

  it('is 416 for an empty file', async () => {
    const response = await ask('/empty.txt', 'bytes=0-');
    expect([response.status, response.headers['content-range']]).toEqual([416, 'bytes */0']);
    expect((await ask('/empty.txt', 'bytes=-1')).status).toBe(200);
  });

  it('is supported for GET only', async () => {
    for (const range of ['bytes=0-1', 'bytes=99-']) {
      const { status, headers } = await server
        .client()
        .send('HEAD', SCRIPT, { headers: { range } });
      expect([status, headers['content-length'], headers['accept-ranges']]).toEqual([
        200,
        '10',
        'bytes',
      ]);
    }
  });

  it('with If-Range gets a part only if the file is unchanged', async () => {
    const whole = await server.client().get(SCRIPT);
    const etag = String(whole.headers['etag']);
    for (const condition of [String(whole.headers['last-modified']), etag])
      expect((await ask(SCRIPT, 'bytes=0-1', { 'if-range': condition })).status).toBe(206);
    const other = 'Thu, 01 Jan 1970 00:00:00 GMT';
    for (const condition of [other, '"another"', `W/${etag}`])
      expect((await ask(SCRIPT, 'bytes=0-1', { 'if-range': condition })).text).toBe(TEXT);
    // An unsatisfiable range is then ignored as well.
    expect((await ask(SCRIPT, 'bytes=99-', { 'if-range': other })).status).toBe(200);
  });

  it('is 304 if the client has the current file', async () => {
    const { headers } = await server.client().get(SCRIPT);
    const known = { 'if-none-match': String(headers['etag']) };
    expect((await ask(SCRIPT, 'bytes=0-1', known)).status).toBe(304);
  });

  it('is 412, which no cache keeps, if the client wants the file only as it was', async () => {
    const { headers } = await server.client().get(SCRIPT);
    const same = { 'if-match': String(headers['etag']) };
    expect((await ask(SCRIPT, 'bytes=0-1', same)).status).toBe(206);
    for (const condition of [
      { 'if-match': '"another"' },
      { 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
    ]) {
      const refusal = await ask(SCRIPT, 'bytes=0-1', condition);
      expect([refusal.status, refusal.headers['cache-control']]).toEqual([412, 'no-store']);
      expect(refusal.headers['etag']).toBeUndefined();
    }
  });

  it('for a missing file is 404', async () => {
    expect((await ask('/assets/gone.js', 'bytes=0-1')).status).toBe(404);
  });
});

describe('parsing a byte range', () => {
  const sizes = fc.nat({ max: 1000 });

  it('always yields a range within the file', { tags: 'random' }, () => {
    fc.assert(
      fc.property(
        sizes,
        fc.oneof(fc.string(), fc.stringMatching(/^bytes=\d{0,4}-\d{0,4}$/)),
        (size, header) => {
          const range = readByteRange(header, size);
          if (range === undefined || range === 'unsatisfiable') return true;
          return 0 <= range.start && range.start <= range.end && range.end < size;
        },
      ),
      { seed: randomSeed() },
    );
  });

  it('yields the requested bytes if they exist', { tags: 'random' }, () => {
    fc.assert(
      fc.property(sizes, fc.nat({ max: 1000 }), fc.nat({ max: 1000 }), (size, start, more) => {
        fc.pre(start < size);
        const last = Math.min(start + more, size - 1);
        expect(readByteRange(`bytes=${start}-${start + more}`, size)).toEqual({ start, end: last });
        expect(readByteRange(`bytes=-${size - start}`, size)).toEqual({ start, end: size - 1 });
      }),
      { seed: randomSeed() },
    );
  });

  it('ignores other units and multiple ranges', { tags: 'random' }, () => {
    fc.assert(
      fc.property(sizes, fc.nat(), (size, start) => {
        expect(readByteRange(`lines=${start}-`, size)).toBeUndefined();
        expect(readByteRange(`bytes=${start}-,0-0`, size)).toBeUndefined();
      }),
      { seed: randomSeed() },
    );
  });
});
