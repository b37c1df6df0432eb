import { describe, expect, it } from 'vitest';
import { fillPath } from '#contract/calls/call.ts';
import { paths } from '#contract/calls/paths.ts';
import { BODY_BYTES_MAX } from '#server/http/request-body.ts';
import { onEmbeddedDatabase } from '#tests/support/server/on-embedded-database.ts';
import { companyBody, verifyEmail } from '#tests/support/server/sign-up-steps.ts';

onEmbeddedDatabase('a request body', (server) => {
  it.each([
    fillPath(paths.sendSignUpCode, { email: 'asha@acme.example' }),
    fillPath(paths.sendLoginCode, { email: 'asha@acme.example' }),
    paths.refresh,
    paths.logout,
  ])('is not needed where the path contains everything: %s', async (path) => {
    expect((await server().client().post(path, { secret: 1 })).status).toBe(400);
  });

  describe('is refused with 400 and not repeated in the response', () => {
    const secret = 'S3CRET-VALUE';
    it.each([
      ['an unknown key', JSON.stringify({ ...companyBody, [secret]: 1 })],
      ['a missing key', JSON.stringify({ ...companyBody, name: undefined })],
      ['a wrong type', JSON.stringify({ ...companyBody, name: { secret } })],
      ['a number for a string', JSON.stringify({ ...companyBody, name: 12 })],
      ['null', JSON.stringify({ ...companyBody, website: null })],
      ['only spaces', JSON.stringify({ ...companyBody, name: '   ' })],
      ['an unknown department', JSON.stringify({ ...companyBody, departments: [secret] })],
      [
        'a repeated department',
        JSON.stringify({ ...companyBody, departments: ['Sales', 'Sales'] }),
      ],
      ['no department', JSON.stringify({ ...companyBody, departments: [] })],
      ['another plan', JSON.stringify({ ...companyBody, planname: secret })],
      [
        'a javascript: URL as website',
        JSON.stringify({ ...companyBody, website: `javascript:${secret}` }),
      ],
      ['a line break in the name', JSON.stringify({ ...companyBody, name: `a\r\nBcc: ${secret}` })],
      ['NUL in the name', JSON.stringify({ ...companyBody, name: `a\u0000${secret}` })],
      ['a lone surrogate', JSON.stringify({ ...companyBody, name: `\ud800${secret}` })],
      ['a duplicate key', JSON.stringify(companyBody).replace('{', `{"name":"${secret}",`)],
      [
        'a duplicate key with an escape',
        JSON.stringify(companyBody).replace('{', `{"n\\u0061me":"${secret}",`),
      ],
      ['__proto__', JSON.stringify(companyBody).replace('{', `{"__proto__":{"a":"${secret}"},`)],
      ['constructor', JSON.stringify(companyBody).replace('{', `{"constructor":{"prototype":{}},`)],
      ['malformed JSON', `{"name": ${secret}`],
      ['an array', `["${secret}"]`],
      ['a string', `"${secret}"`],
      ['nothing', ''],
      ['deep nesting', `${'['.repeat(8000)}${']'.repeat(8000)}`],
      ['deep nesting in an object', `${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`],
    ])('%s', async (_, payload) => {
      const client = server().client();
      const email = server().email();
      await verifyEmail(server(), client, email);
      const response = await client.send('POST', paths.createCompany, {
        payload,
        headers: { 'content-type': 'application/json' },
      });
      expect(response.status).toBe(400);
      expect(response.error?.code).toBe('request_invalid');
      expect(response.text).not.toContain(secret);
      expect(response.text).not.toMatch(/yup|stack|node_modules/i);
    });
  });

  it('that is not valid UTF-8 is refused', async () => {
    const client = server().client();
    await verifyEmail(server(), client, server().email());
    const payload = Buffer.concat([
      Buffer.from('{"name":"'),
      Buffer.from([0xff]),
      Buffer.from('"}'),
    ]);
    const headers = { 'content-type': 'application/json' };
    expect((await client.send('POST', paths.createCompany, { payload, headers })).status).toBe(400);
  });

  it('with an invalid field gets a response that names the field', async () => {
    const client = server().client();
    await verifyEmail(server(), client, server().email());
    const response = await client.post(paths.createCompany, { ...companyBody, website: 'no host' });
    expect(response.error?.field).toBe('website');
  });

  it('of more than 64 KiB is 413', async () => {
    const client = server().client();
    await verifyEmail(server(), client, server().email());
    const response = await client.post(paths.createCompany, {
      ...companyBody,
      name: 'x'.repeat(BODY_BYTES_MAX),
    });
    expect(response.status).toBe(413);
    expect(response.error?.code).toBe('too_large');
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml', undefined])(
    'of an unsupported content type is 415: %s',
    async (type) => {
      const client = server().client();
      await verifyEmail(server(), client, server().email());
      const response = await client.send('POST', paths.createCompany, {
        payload: Buffer.from(JSON.stringify(companyBody)),
        headers: type === undefined ? {} : { 'content-type': type },
      });
      expect(response.status).toBe(415);
      expect(response.error?.code).toBe('media_type_unsupported');
    },
  );

  it('as a multipart form is accepted for logos only', async () => {
    const client = server().client();
    await verifyEmail(server(), client, server().email());
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const response = await client.send('POST', paths.createCompany, { payload: '--x--', headers });
    expect(response.status).toBe(415);
  });
});
