import sharp from 'sharp';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { paths } from '#contract/paths.ts';
import { hugePng, jpegWithMetadata, picture } from '../support/images.ts';
import { filePart, form } from '../support/multipart-form.ts';
import { makeCompany, verifyEmail } from '../support/sign-up-steps.ts';
import { onEachDatabase, type TestServer } from '../support/test-server.ts';
import { uploadLogo } from '../support/upload-logo.ts';

const withCompany = async (server: TestServer) => {
  const client = server.client();
  const companyId = await makeCompany(server, client, server.email());
  return { client, companyId };
};

onEachDatabase('a logo', (server) => {
  it('is stored and served as a picture that can do nothing', async () => {
    const { client, companyId } = await withCompany(server());
    const sent = await uploadLogo(client, companyId, await picture('png', 300, 100));
    expect(sent.status).toBe(200);
    expect(sent.body.message).toMatch(/^\/logos\/[\w-]{22}\.png$/);

    const logo = await server().client().get(sent.body.message);
    expect(logo.status).toBe(200);
    expect(logo.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy':
        "sandbox; default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'same-site',
    });
    expect(logo.headers['set-cookie']).toBeUndefined();
    expect(await sharp(logo.bytes).metadata()).toMatchObject({ width: 300, height: 100 });
  });

  it('may come before or after the company in the form', async () => {
    const { client, companyId } = await withCompany(server());
    const content = await picture('png', 10, 10);
    const parts = [{ name: 'companyid', content: companyId }, filePart(content)];
    expect((await client.send('POST', paths.uploadLogo, form(parts))).status).toBe(200);
  });

  it('is made to fit 500 by 500 and keeps its format', async () => {
    const { client, companyId } = await withCompany(server());
    const sent = await uploadLogo(client, companyId, await picture('jpeg', 2000, 1000));
    expect(sent.body.message).toMatch(/\.jpg$/);
    const logo = await client.get(sent.body.message);
    expect(logo.headers['content-type']).toBe('image/jpeg');
    expect(await sharp(logo.bytes).metadata()).toMatchObject({
      format: 'jpeg',
      width: 500,
      height: 250,
    });
  });

  it('loses its metadata and stands upright', async () => {
    const { client, companyId } = await withCompany(server());
    const original = await jpegWithMetadata(200, 100);
    expect(original.toString('latin1')).toContain('<script>');
    const sent = await uploadLogo(client, companyId, original);
    const logo = await client.get(sent.body.message);
    const metadata = await sharp(logo.bytes).metadata();
    expect(metadata).toMatchObject({ width: 100, height: 200 });
    expect(metadata.exif).toBeUndefined();
    expect(logo.bytes.toString('latin1')).not.toContain('<script>');
  });

  it('loses whatever is hidden behind the picture', async () => {
    const { client, companyId } = await withCompany(server());
    const polyglot = Buffer.concat([
      await picture('png', 20, 20),
      Buffer.from('PK\u0003\u0004<html><script>alert(1)</script>'),
    ]);
    const sent = await uploadLogo(client, companyId, polyglot);
    if (sent.status === 415) return;
    expect(sent.status).toBe(200);
    const logo = await client.get(sent.body.message);
    expect(logo.bytes.toString('latin1')).not.toContain('script');
  });

  it('replaces the former one', async () => {
    const { client, companyId } = await withCompany(server());
    const first = await uploadLogo(client, companyId, await picture('png', 10, 10));
    const second = await uploadLogo(client, companyId, await picture('jpeg', 10, 10));
    expect((await client.get(first.body.message)).status).toBe(404);
    expect((await client.get(second.body.message)).status).toBe(200);
  });

  describe('is 415 when it is no JPEG or PNG, whatever it says', () => {
    const gif = Buffer.from('GIF89a\u0001\u0000\u0001\u0000\u0000\u0000\u0000;', 'latin1');
    it.each([
      [
        'SVG named .png',
        () => '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>',
      ],
      ['GIF', () => gif],
      ['GIF that is a script', () => 'GIF89a=1;alert(1)//'],
      [
        'WebP',
        () =>
          sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
            .webp()
            .toBuffer(),
      ],
      [
        'TIFF',
        () =>
          sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
            .tiff()
            .toBuffer(),
      ],
      ['an empty file', () => ''],
      ['HTML', () => '<!doctype html><script>alert(1)</script>'],
      ['a PDF', () => '%PDF-1.7\n'],
      ['a cut PNG', async () => (await picture('png', 400, 400)).subarray(0, 200)],
      ['a cut JPEG', async () => (await picture('jpeg', 400, 400)).subarray(0, 1200)],
      ['the beginning of a PNG', () => Buffer.from('89504e470d0a1a0a', 'hex')],
      [
        'random bytes',
        () => Buffer.from(Array.from({ length: 999 }, (_, index) => (index * 167) & 255)),
      ],
    ])('%s', async (_, content) => {
      const { client, companyId } = await withCompany(server());
      const answer = await uploadLogo(client, companyId, await content());
      expect(answer.status).toBe(415);
      expect(answer.error).toMatchObject({
        code: 'media_type_unsupported',
        message: 'Please select a JPEG or PNG image.',
      });
    });
  });

  it('of 16000 by 16000 pixels in 31 KB is 413, and not decoded', async () => {
    const [bomb, small] = [hugePng(16_000), await picture('png', 10, 10)];
    expect(bomb.length).toBeLessThan(64 * 1024);
    const { client, companyId } = await withCompany(server());
    const send = async (content: Buffer) => (await uploadLogo(client, companyId, content)).status;
    // It tells of every picture whose pixels are read, not of a look at the header.
    const note = vi.fn();
    sharp.queue.on('change', note);
    onTestFinished(() => {
      sharp.queue.off('change', note);
    });
    expect(await send(bomb)).toBe(413);
    expect(note).not.toHaveBeenCalled();
    expect(await send(small)).toBe(200);
    expect(note).toHaveBeenCalled();
  });

  it('of more than 2 MiB is 413', async () => {
    const { client, companyId } = await withCompany(server());
    const answer = await uploadLogo(client, companyId, Buffer.alloc(2 * 1024 * 1024 + 1));
    expect(answer.status).toBe(413);
    expect(answer.error?.code).toBe('too_large');
  });

  it('of many megabytes is 413 before it is read', async () => {
    const { client, companyId } = await withCompany(server());
    expect((await uploadLogo(client, companyId, Buffer.alloc(8 * 1024 * 1024))).status).toBe(413);
  });

  it('comes alone: two files are 413', async () => {
    const { client, companyId } = await withCompany(server());
    const image = await picture('png', 10, 10);
    const parts = [filePart(image), filePart(image), { name: 'companyid', content: companyId }];
    expect((await client.send('POST', paths.uploadLogo, form(parts))).status).toBe(413);
  });

  describe('is 400', () => {
    it.each<[string, (id: string, image: Buffer) => ReturnType<typeof form>]>([
      ['without a file', (id) => form([{ name: 'companyid', content: id }])],
      ['without a company', (_, image) => form([filePart(image)])],
      [
        'with a field more',
        (id, image) =>
          form([
            filePart(image),
            { name: 'companyid', content: id },
            { name: 'planname', content: 'enterprise' },
          ]),
      ],
      [
        'with two companies',
        (id, image) =>
          form([
            { name: 'companyid', content: id },
            { name: 'companyid', content: id },
            filePart(image),
          ]),
      ],
      [
        'under another name',
        (id, image) =>
          form([
            { ...filePart(image), name: 'logo' },
            { name: 'companyid', content: id },
          ]),
      ],
      ['with no part at all', () => form([])],
      [
        'without a boundary',
        (_, image) => ({
          ...form([filePart(image)]),
          headers: { 'content-type': 'multipart/form-data' },
        }),
      ],
      [
        'cut short',
        (id, image) => ({
          ...form([{ name: 'companyid', content: id }, filePart(image)]),
          payload: form([{ name: 'companyid', content: id }, filePart(image)]).payload.subarray(
            0,
            260,
          ),
        }),
      ],
      ['of garbage', () => ({ ...form([]), payload: Buffer.from('garbage') })],
      [
        'with a prototype key',
        (id, image) => form([filePart(image), { name: '__proto__', content: id }]),
      ],
    ])('%s', async (_, make) => {
      const { client, companyId } = await withCompany(server());
      const answer = await client.send(
        'POST',
        paths.uploadLogo,
        make(companyId, await picture('png', 10, 10)),
      );
      expect(answer.status).toBe(400);
      expect(answer.error?.code).toBe('request_invalid');
    });
  });

  it('as JSON is 415', async () => {
    const { client, companyId } = await withCompany(server());
    expect((await client.post(paths.uploadLogo, { companyid: companyId })).status).toBe(415);
  });

  it("for another's company is 403", async () => {
    const { companyId } = await withCompany(server());
    const { client: attacker } = await withCompany(server());
    const answer = await uploadLogo(attacker, companyId, await picture('png', 10, 10));
    expect(answer.status).toBe(403);
  });

  it('before there is a company is 403', async () => {
    const client = server().client();
    await verifyEmail(server(), client, server().email());
    const answer = await uploadLogo(client, 'undefined', await picture('png', 10, 10));
    expect(answer.status).toBe(403);
  });

  it.each(['x.png', '..%2f..%2fetc%2fpasswd', '%00.png', `${'a'.repeat(22)}.svg`, 'a%27or%271'])(
    'that is not there is 404: %s',
    async (name) => {
      expect((await server().client().get(`/logos/${name}`)).status).toBe(404);
    },
  );
});
