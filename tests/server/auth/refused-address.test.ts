import { expect, it } from 'vitest';
import { codeLimits } from '#server/auth/codes/request-code.ts';
import { secondsToWait } from '#server/limits/rate-limits.ts';
import { insertAccount } from '#tests/support/server/database/insert-account.ts';
import { onEmbeddedDatabase } from '#tests/support/server/on-embedded-database.ts';
import {
  differentCode,
  receiveCode,
  sendPath,
  verifyPath,
} from '#tests/support/server/sign-up-steps.ts';
import { onEachDatabase } from '#tests/support/server/test-server.ts';

onEmbeddedDatabase('a refused email address', (server) => {
  it.each([
    'a@b',
    'a@gmail.com',
    'a@mail.YAHOO.com',
    'a@ｇｍａｉｌ.com',
    'a@mail。yahoo｡com',
    '\u00a0a@gmail.com\u00a0',
    'a@x.example,v@e.example',
    'a@x.example;v@e.example',
    'a@x.example\r\nBcc: v@e.example',
    'a@x.example\nBcc:v@e.example',
    'Foo <v@e.example> <a@x.example>',
    '"a b"@x.example',
    'a@[127.0.0.1]',
    'a\u0000@x.example',
    `${'a'.repeat(65)}@x.example`,
    `a@${'b'.repeat(63)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.example`,
    '__proto__',
    '💌@x.example',
  ])('gets no mail: %j', async (email) => {
    const before = await server().db.selectFrom('outbox').select('id').execute();
    const response = await server().client().post(sendPath(email));
    expect(response.status).toBe(400);
    expect(response.error?.code).toBe('email_invalid');
    expect(await server().db.selectFrom('outbox').select('id').execute()).toHaveLength(
      before.length,
    );
  });

  it('with invalid percent-encoding is 400 and not repeated: %zz', async () => {
    const response = await server().client().post('/v1/email/genOtpv2/secret%zz');
    expect(response.status).toBe(400);
    expect(response.text).not.toContain('secret');
  });
});

onEachDatabase('a registered or verified address', (server) => {
  it('is reported if it is registered, without using up a code', async () => {
    const email = server().email();
    await insertAccount(server().db, { email, password: 'quiet lantern river' });
    const response = await server().client().post(sendPath(email.toUpperCase()));
    expect(response.status).toBe(409);
    expect(response.error).toMatchObject({ code: 'email_registered', field: 'email' });
    expect(
      await secondsToWait(server().db, codeLimits({ email, purpose: 'sign-up', device: '' })),
    ).toBe(0);
  });

  it('leaves an audit row for every outcome, without a code', async () => {
    const client = server().client('198.51.100.44');
    const email = server().email();
    const code = await receiveCode(server(), client, email);
    await client.post(sendPath(email));
    await client.get(verifyPath(email, differentCode(code)));
    await client.get(verifyPath(email, code));
    const trail = await server()
      .db.selectFrom('audit')
      .where('email', '=', email)
      .select(['event', 'outcome', 'network'])
      .orderBy('event')
      .orderBy('outcome')
      .execute();
    expect(trail).toEqual([
      { event: 'code.requested', outcome: 'accepted', network: '198.51.100.44' },
      { event: 'code.requested', outcome: 'limited', network: '198.51.100.44' },
      { event: 'code.verified', outcome: 'accepted', network: '198.51.100.44' },
      { event: 'code.verified', outcome: 'rejected', network: '198.51.100.44' },
    ]);
  });
});
