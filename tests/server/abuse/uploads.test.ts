import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { databaseState } from '#tests/support/server/database/database-state.ts';
import {
  type FormPart,
  filePart,
  multipartForm,
} from '#tests/support/server/http/multipart-form.ts';
import { plainImage, squarePng } from '#tests/support/server/images/images.ts';
import { onEmbeddedDatabase } from '#tests/support/server/on-embedded-database.ts';
import { makeCompany } from '#tests/support/server/sign-up-steps.ts';

const SCRIPT = '<script>alert(document.cookie)</script>';
const REFUSALS: Record<number, object> = {
  413: { code: 'too_large', field: 'file', message: expect.any(String) },
  415: {
    code: 'media_type_unsupported',
    field: 'file',
    message: 'Please select a JPEG or PNG image.',
  },
};
const HIDDEN = `<?php system($_GET[0]); ?>${SCRIPT}<svg onload=alert(1)>`;

/** Text in a PNG chunk of a picture, and text appended to it. */
const polyglots: [string, () => Promise<Buffer>][] = [
  [
    'a PNG with HTML behind it',
    async () => Buffer.concat([await plainImage('png', 20, 20), Buffer.from(HIDDEN)]),
  ],
  [
    'a JPEG with HTML behind it',
    async () => Buffer.concat([await plainImage('jpeg', 20, 20), Buffer.from(HIDDEN)]),
  ],
  [
    'a JPEG with HTML as its remark',
    async () => {
      const jpeg = await plainImage('jpeg', 20, 20);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(HIDDEN.length + 2);
      const remark = Buffer.concat([Buffer.from([0xff, 0xfe]), length, Buffer.from(HIDDEN)]);
      return Buffer.concat([jpeg.subarray(0, 2), remark, jpeg.subarray(2)]);
    },
  ],
  [
    'a PNG with HTML in its metadata',
    () =>
      sharp({ create: { width: 20, height: 20, channels: 3, background: 'red' } })
        .withExif({ IFD0: { ImageDescription: HIDDEN, Copyright: HIDDEN } })
        .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${SCRIPT}</x:xmpmeta>`)
        .png()
        .toBuffer(),
  ],
];

onEmbeddedDatabase('an upload', (server) => {
  const withCompany = async () => {
    const client = server().client();
    const companyId = await makeCompany(server(), client, server().email());
    const send = (parts: FormPart[], headers = {}) => {
      const made = multipartForm([...parts, { name: 'companyid', content: companyId }]);
      return client.send('POST', paths.uploadLogo, {
        ...made,
        headers: { ...made.headers, ...headers },
      });
    };
    return { client, companyId, send };
  };
  const logos = async (companyId: string) =>
    await server().db.selectFrom('logos').where('company_id', '=', companyId).selectAll().execute();

  it.each<[string, number, () => Promise<Buffer> | Buffer | string]>([
    ['SVG', 415, () => `<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`],
    [
      'SVG behind a declaration',
      415,
      () => `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>`,
    ],
    [
      'GIF',
      415,
      () => Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64'),
    ],
    [
      'WebP',
      415,
      () =>
        sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
          .webp()
          .toBuffer(),
    ],
    [
      'AVIF',
      415,
      () =>
        sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
          .avif()
          .toBuffer(),
    ],
    [
      'TIFF',
      415,
      () =>
        sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
          .tiff()
          .toBuffer(),
    ],
    ['GIF that is a script', 415, () => 'GIF89a=1;alert(1)//'],
    ['HTML', 415, () => `<!doctype html>${SCRIPT}`],
    ['PDF', 415, () => '%PDF-1.7\n'],
    ['the signature of a PNG', 415, () => Buffer.from('89504e470d0a1a0a', 'hex')],
    [
      'random bytes',
      415,
      () => Buffer.from(Array.from({ length: 999 }, (_, index) => (index * 167) & 255)),
    ],
    ['a truncated PNG', 415, async () => (await plainImage('png', 400, 400)).subarray(0, -200)],
    [
      'the beginning of a PNG',
      415,
      async () => (await plainImage('png', 400, 400)).subarray(0, 200),
    ],
    ['a truncated JPEG', 415, async () => (await plainImage('jpeg', 400, 400)).subarray(0, -900)],
    ['an empty file', 415, () => ''],
    ['one pixel more than is decoded, wide', 413, () => squarePng(6325)],
    ['3 MB', 413, () => Buffer.alloc(3 * 1024 * 1024)],
  ])('of %s named .png is %i, and the previous logo stays', async (_, status, content) => {
    const { companyId, send } = await withCompany();
    expect((await send([filePart(await plainImage('png', 9, 9))])).status).toBe(200);
    const before = await databaseState(server(), { without: ['limits'] });
    const refused = await send([filePart(await content())]);
    expect([refused.status, refused.error]).toEqual([status, REFUSALS[status]]);
    expect(await databaseState(server(), { without: ['limits'] })).toEqual(before);
    expect(await logos(companyId)).toHaveLength(1);
  });

  it.each(polyglots)('of %s is served without the hidden text', async (_, make) => {
    const { client, companyId, send } = await withCompany();
    const content = await make();
    expect(content.toString('latin1')).toContain('<script>');
    const sent = await send([filePart(content)]);
    const kept = await logos(companyId);
    expect(sent.status).toBe(200);
    const served = await client.get(sent.body.message);
    expect(served.bytes.equals(kept[0]?.bytes ?? Buffer.alloc(0))).toBe(true);
    for (const word of ['script', 'svg', 'php', 'alert'])
      expect(served.bytes.toString('latin1')).not.toContain(word);
    expect(served.headers['x-content-type-options']).toBe('nosniff');
  });

  describe('with a file name', () => {
    it.each([
      '../../etc/passwd',
      '..\\..\\x.png',
      '/etc/passwd',
      'a.html',
      'x'.repeat(500),
      `"><img onerror=1>`.replaceAll('"', '%22'),
    ])('%.30s is accepted, and the name is not stored', async (name) => {
      const { companyId, send } = await withCompany();
      const sent = await send([filePart(await plainImage('png', 9, 9), name)]);
      expect(sent.status).toBe(200);
      expect(sent.body.message).toMatch(/^\/logos\/[\w-]{22}\.png$/);
      const [kept] = await logos(companyId);
      expect(kept?.name).toBe(sent.body.message.replace('/logos/', ''));
    });

    it('with NUL is 400 and stores no logo', async () => {
      const { companyId, send } = await withCompany();
      const content = await plainImage('png', 9, 9);
      for (const name of ['a\u0000.png', '../\u0000', '\u0000'])
        expect((await send([filePart(content, name)])).status).toBe(400);
      expect(await logos(companyId)).toEqual([]);
    });
  });

  it('of two files is 413 and stores no logo', async () => {
    const { companyId, send } = await withCompany();
    const content = await plainImage('png', 9, 9);
    expect((await send([filePart(content), filePart(content)])).status).toBe(413);
    expect(await logos(companyId)).toEqual([]);
  });

  it.each([
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary=another',
  ])('without its boundary is 400 and stores no logo: %s', async (type) => {
    const { companyId, send } = await withCompany();
    const sent = await send([filePart(await plainImage('png', 9, 9))], { 'content-type': type });
    expect(sent.status).toBe(400);
    expect(await logos(companyId)).toEqual([]);
  });
});
