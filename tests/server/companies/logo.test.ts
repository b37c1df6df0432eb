import sharp from 'sharp';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { fillPath } from '#contract/calls/call.ts';
import { paths } from '#contract/calls/paths.ts';
import { LOGO_BYTES_MAX } from '#contract/company.ts';
import { companyRow } from '#tests/support/server/database/insert-account.ts';
import { filePart, multipartForm } from '#tests/support/server/http/multipart-form.ts';
import {
  jpegWithMetadata,
  noiseImage,
  plainImage,
  squarePng,
} from '#tests/support/server/images/images.ts';
import { uploadLogo } from '#tests/support/server/images/upload-logo.ts';
import { onEmbeddedDatabase } from '#tests/support/server/on-embedded-database.ts';
import { makeCompany, verifyEmail } from '#tests/support/server/sign-up-steps.ts';
import { onEachDatabase, type TestServer } from '#tests/support/server/test-server.ts';

const withCompany = async (server: TestServer) => {
  const client = server.client();
  const companyId = await makeCompany(server, client, server.email());
  return { client, companyId };
};

onEachDatabase('a logo', (server) => {
  it('is stored and served as an image without active content', async () => {
    const { client, companyId } = await withCompany(server());
    const sent = await uploadLogo(client, companyId, await plainImage('png', 300, 100));
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

  it.each(['png', 'jpeg'] as const)(
    'of the largest size is stored in at most 100 KB (%s)',
    async (format) => {
      const { client, companyId } = await withCompany(server());
      const sent = await uploadLogo(client, companyId, await noiseImage(format, 650, 650));
      expect(sent.status).toBe(200);
      const { bytes } = await client.get(sent.body.message);
      expect(bytes.length).toBeLessThanOrEqual(100_000);
      const { width, height, format: stored } = await sharp(bytes).metadata();
      expect(stored).toBe(format);
      expect(width).toBe(height);
      expect(width).toBeGreaterThanOrEqual(256);
    },
  );

  it('that the version before has stored with more is made smaller when it is next read', async () => {
    const { client, companyId } = await withCompany(server());
    const sent = await uploadLogo(client, companyId, await plainImage('png', 500, 500));
    const large = await noiseImage('png', 500, 500);
    expect(large.length).toBeGreaterThan(500_000);
    const logos = server().db.updateTable('logos').set({ bytes: large });
    await logos.where('company_id', '=', companyId).execute();
    const reads = await Promise.all(Array.from({ length: 8 }, () => client.get(sent.body.message)));
    for (const { status, bytes } of reads) {
      expect(status).toBe(200);
      expect(bytes.length).toBeLessThanOrEqual(100_000);
    }
    const stored = await server()
      .db.selectFrom('logos')
      .where('company_id', '=', companyId)
      .select('bytes')
      .executeTakeFirst();
    expect(stored?.bytes.equals(reads[0]?.bytes ?? Buffer.of())).toBe(true);
  });

  it('that the version before has stored is served, also if forty are read at once', async () => {
    const bytes = await noiseImage('png', 200, 200);
    expect(bytes.length).toBeGreaterThan(100_000);
    const companies = await server()
      .db.insertInto('companies')
      .values(
        Array.from({ length: 40 }, () => ({
          owner_email: server().email(),
          ...companyRow,
        })),
      )
      .returning('id')
      .execute();
    const names = companies.map((_, index) => `${'a'.repeat(20)}${10 + index}.png`);
    await server()
      .db.insertInto('logos')
      .values(
        companies.map(({ id }, index) => ({
          company_id: id,
          name: names[index] ?? '',
          bytes,
          type: 'image/png' as const,
        })),
      )
      .execute();
    const reads = await Promise.all(
      names.map((name) => server().client().get(fillPath(paths.logo, { name }))),
    );
    expect(reads.map(({ status }) => status)).toEqual(names.map(() => 200));
    for (const { bytes } of reads) expect(bytes.length).toBeLessThanOrEqual(100_000);
  });

  it('replaces the previous one', async () => {
    const { client, companyId } = await withCompany(server());
    const first = await uploadLogo(client, companyId, await plainImage('png', 10, 10));
    const second = await uploadLogo(client, companyId, await plainImage('jpeg', 10, 10));
    expect((await client.get(first.body.message)).status).toBe(404);
    expect((await client.get(second.body.message)).status).toBe(200);
  });

  it("for another user's company is 403", async () => {
    const { companyId } = await withCompany(server());
    const { client: attacker } = await withCompany(server());
    const response = await uploadLogo(attacker, companyId, await plainImage('png', 10, 10));
    expect(response.status).toBe(403);
  });

  it('before there is a company is 403', async () => {
    const client = server().client();
    await verifyEmail(server(), client, server().email());
    const response = await uploadLogo(client, 'undefined', await plainImage('png', 10, 10));
    expect(response.status).toBe(403);
  });
});

onEmbeddedDatabase('the content of a logo', (server) => {
  it('may come before or after the company id in the form', async () => {
    const { client, companyId } = await withCompany(server());
    const content = await plainImage('png', 10, 10);
    const parts = [{ name: 'companyid', content: companyId }, filePart(content)];
    expect((await client.send('POST', paths.uploadLogo, multipartForm(parts))).status).toBe(200);
  });

  it('is scaled to fit 500 × 500 pixels and keeps its format', async () => {
    const { client, companyId } = await withCompany(server());
    const sent = await uploadLogo(client, companyId, await plainImage('jpeg', 2000, 1000));
    expect(sent.body.message).toMatch(/\.jpg$/);
    const logo = await client.get(sent.body.message);
    expect(logo.headers['content-type']).toBe('image/jpeg');
    expect(await sharp(logo.bytes).metadata()).toMatchObject({
      format: 'jpeg',
      width: 500,
      height: 250,
    });
  });

  it('loses its metadata after its orientation is applied', async () => {
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

  it('of 16000 × 16000 pixels in 31 KB is 413 without being decoded', async () => {
    const [bomb, small] = [squarePng(16_000), await plainImage('png', 10, 10)];
    expect(bomb.length).toBeLessThan(64 * 1024);
    const { client, companyId } = await withCompany(server());
    const send = async (content: Buffer) => (await uploadLogo(client, companyId, content)).status;
    // sharp reports this for images whose pixels are read, not for their headers.
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
    const response = await uploadLogo(client, companyId, Buffer.alloc(LOGO_BYTES_MAX + 1));
    expect(response.status).toBe(413);
    expect(response.error?.code).toBe('too_large');
  });

  it('of many megabytes is 413 before it is read', async () => {
    const { client, companyId } = await withCompany(server());
    expect((await uploadLogo(client, companyId, Buffer.alloc(4 * LOGO_BYTES_MAX))).status).toBe(
      413,
    );
  });

  describe('is 400', () => {
    it.each<[string, (id: string, image: Buffer) => ReturnType<typeof multipartForm>]>([
      ['without a file', (id) => multipartForm([{ name: 'companyid', content: id }])],
      ['without a company', (_, image) => multipartForm([filePart(image)])],
      [
        'with an additional field',
        (id, image) =>
          multipartForm([
            filePart(image),
            { name: 'companyid', content: id },
            { name: 'planname', content: 'enterprise' },
          ]),
      ],
      [
        'with two companies',
        (id, image) =>
          multipartForm([
            { name: 'companyid', content: id },
            { name: 'companyid', content: id },
            filePart(image),
          ]),
      ],
      [
        'with another field name',
        (id, image) =>
          multipartForm([
            { ...filePart(image), name: 'logo' },
            { name: 'companyid', content: id },
          ]),
      ],
      ['without any part', () => multipartForm([])],
      [
        'truncated',
        (id, image) => ({
          ...multipartForm([{ name: 'companyid', content: id }, filePart(image)]),
          payload: multipartForm([
            { name: 'companyid', content: id },
            filePart(image),
          ]).payload.subarray(0, 260),
        }),
      ],
      ['of garbage', () => ({ ...multipartForm([]), payload: Buffer.from('garbage') })],
      [
        'with a prototype key',
        (id, image) => multipartForm([filePart(image), { name: '__proto__', content: id }]),
      ],
    ])('%s', async (_, make) => {
      const { client, companyId } = await withCompany(server());
      const response = await client.send(
        'POST',
        paths.uploadLogo,
        make(companyId, await plainImage('png', 10, 10)),
      );
      expect(response.status).toBe(400);
      expect(response.error?.code).toBe('request_invalid');
    });
  });

  it('as JSON is 415', async () => {
    const { client, companyId } = await withCompany(server());
    expect((await client.post(paths.uploadLogo, { companyid: companyId })).status).toBe(415);
  });

  it.each([
    'x.png',
    '__proto__',
    '..%2f..%2fetc%2fpasswd',
    '%00.png',
    `${'a'.repeat(22)}.svg`,
    'a%27or%271',
  ])('that does not exist is 404: %s', async (name) => {
    expect((await server().client().get(`/logos/${name}`)).status).toBe(404);
  });
});
