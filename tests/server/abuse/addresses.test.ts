import { describe, expect, it } from 'vitest';
import { fillPath } from '#contract/calls/call.ts';
import { paths } from '#contract/calls/paths.ts';
import { passResendPause } from '#tests/support/server/database/age-rows.ts';
import { databaseState } from '#tests/support/server/database/database-state.ts';
import { copyCookies } from '#tests/support/server/http/copy-cookies.ts';
import {
  logIn,
  logInByCode,
  loginCodePath,
  receiveLoginCode,
} from '#tests/support/server/log-in-steps.ts';
import { onEmbeddedDatabase } from '#tests/support/server/on-embedded-database.ts';
import {
  companyBody,
  completeBody,
  makeUser,
  sendPath,
  userBody,
  verifyEmail,
  verifyPath,
} from '#tests/support/server/sign-up-steps.ts';
import { onEachDatabase } from '#tests/support/server/test-server.ts';

const demo = (email: string) => ({ name: 'A', email, phone: '1', organization: 'B' });

/** Invalid email addresses, as typed by a person or sent by a program. */
const noAddresses = [
  'a@x.com,v@e.com',
  'a@x.com;v@e.com',
  'a@x.com v@e.com',
  'a@x.com\r\nBcc: v@e.com',
  'a@x.com%0d%0aBcc:v@e.com',
  'a\u0000@x.com',
  '<>',
  '<a@x.com>',
  'Foo <v@e.com>',
  '"a b"@x.com',
  '"v@e.com"@x.com',
  'a(comment)@x.com',
  'a@x.com(comment)',
  'a..b@x.com',
  '.a@x.com',
  'a.@x.com',
  'a@x.com.',
  'a@x..com',
  'a@127.1',
  'a@127.0.0.1',
  'a@[127.0.0.1]',
  'a@[::1]',
  'a@[IPv6:::1]',
  'a@localhost',
  'a%40x.com',
  'a@v@x.com',
  '@x.com',
  'a@',
  // Two scripts in one label, and a local part that is not ASCII.
  'a@exаmple.com',
  'ａ@x.com',
  'ü@x.com',
  'a\u212A@x.com',
  // Invisible characters.
  'a@x\u200b.com',
  'a@x.com\u200e',
  'a\u00ad@x.com',
  'a@\u202emoc.x',
  // Punycode of nothing, and of letters of two scripts.
  'a@xn--a.com',
  'a@xn--exmple-4nf.com',
  'a@bücher.example\r\nBcc: v@e.com',
  'a@bücher.example,v@e.com',
  'a@bücher.example/v@e.com',
];

onEmbeddedDatabase('an invalid email address', (server) => {
  it.each(noAddresses)(
    '%j is 400 wherever an address is accepted, and no mail is sent',
    async (email) => {
      const client = server().client();
      const { companyId } = await makeUser(server(), client);
      const sales = { companyName: 'A', userName: 'B', userEmail: email };
      const before = await databaseState(server());
      const responses = [
        await client.post(sendPath(email)),
        await client.get(fillPath(paths.verifySignUpCode, { email, code: '123456' })),
        await client.post(loginCodePath(email)),
        await client.post(paths.login, { email, password: 'a long enough password' }),
        await client.post(paths.login, { email, otp: '123456' }),
        await client.post(paths.requestDemo, demo(email)),
        await client.post(paths.requestDemo, { ...demo(email), utm_source: 'x' }),
        await client.post(paths.createUser, userBody(companyId, email)),
        await client.post(paths.notifySales, sales),
      ];
      expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 400));
      for (const { text } of responses) expect(text).not.toContain(email);
      expect(await databaseState(server())).toEqual(before);
    },
  );
});

onEmbeddedDatabase('a path with encoded special characters', (server) => {
  const hidden = [
    '%zz',
    '%',
    '%E0%A4%A',
    '%ff',
    '%00',
    '%0d%0a',
    '%0a',
    '%2F',
    '%5C',
    '%2540',
    '%25',
  ];
  // Address parameters that are percent-encoded twice.
  const harmless = ['%2F', '%25', '%2540'];
  const places = [
    (part: string) => part,
    (part: string) => (harmless.includes(part) ? part : `a${part}b@x.example`),
    (part: string) => `a@x.example${part}`,
    (part: string) => `a@x.example${part}Bcc:v@e.example`,
  ];

  it.each(hidden)('%s is 400 on every route with an address, and no mail is sent', async (part) => {
    const client = server().client();
    await client.get(paths.xsrf);
    const before = await databaseState(server());
    for (const place of places) {
      const email = place(part);
      const [sendSignUp] = paths.sendSignUpCode.split(':');
      const [sendLogin] = paths.sendLoginCode.split(':');
      const [verify] = paths.verifySignUpCode.split(':');
      const responses = [
        await client.post(`${sendSignUp}${email}`),
        await client.post(`${sendLogin}${email}`),
        await client.get(`${verify}${email}/123456`),
        await client.get(`${verify}a@x.example/${part}`),
        await client.get(`${verify}a@x.example/12345${part}`),
      ];
      expect([email, ...responses.map(({ status }) => status)]).toEqual([
        email,
        400,
        400,
        400,
        400,
        400,
      ]);
      for (const { text } of responses) expect(text).not.toContain('x.example');
    }
    expect(await databaseState(server())).toEqual(before);
  });

  it('to a file or a page does not leave the site folder or reveal anything', async () => {
    const client = server().client();
    for (const path of [
      '/logos/..%2f..%2fetc%2fpasswd',
      '/app/..%2f..%2fetc/passwd',
      '/..%5c..%5cx',
    ]) {
      const response = await client.get(path);
      expect(response.status).toBeGreaterThanOrEqual(300);
      expect(response.text).not.toContain('root:');
    }
  });
});

describe('one account', () => {
  onEachDatabase('an email address', (server) => {
    it('is the same in any case, tag included: A+tag@X and a+tag@x', async () => {
      const email = server().email().replace('@', '+tag@');
      const shouted = email.replace('person', 'PERSON').toUpperCase();
      const client = server().client();
      const { userId } = await makeUser(server(), client, email);
      await client.patch(paths.completeUser, completeBody(userId));
      expect((await server().client().post(sendPath(shouted))).status).toBe(409);
      const again = await logIn(server().client(), shouted);
      expect([again.status, again.body.success?.uuid]).toEqual([200, userId]);
      const rows = await server()
        .db.selectFrom('users')
        .select(['id', 'email'])
        .where('email', 'ilike', email)
        .execute();
      expect(rows).toEqual([{ id: userId, email }]);
    });

    it.each(['sales/india', 'a%b', 'a%2fb', 'a%40b', '%', '/'])(
      'may contain a slash or a percent sign, which is decoded once: %s',
      async (local) => {
        const email = server()
          .email()
          .replace(/^[^@]+/, local);
        const client = server().client();
        const { userId } = await makeUser(server(), client, email);
        expect((await client.get(paths.currentUser)).body.success).toMatchObject({ email });
        await client.patch(paths.completeUser, completeBody(userId));
        const code = await receiveLoginCode(server(), server().client(), email);
        const again = await logInByCode(server().client(), email, code);
        expect([again.status, again.body.success?.uuid]).toEqual([200, userId]);
        const recipients = server().mailbox.all.filter(({ to }) => to === email);
        expect(recipients.length).toBeGreaterThan(1);
      },
    );

    it('at an international domain is the same in Unicode and ASCII', async () => {
      const canonical = 'asha@xn--mnchen-3ya.example';
      const client = server().client();
      expect((await client.post(sendPath('Asha@münchen.example'))).status).toBe(200);
      const early = await server().client().post(sendPath('asha+jobs@ＭÜＮＣＨＥＮ。example'));
      expect([early.status, early.error?.code]).toEqual([429, 'resend_pause']);
      const code = await server().mailbox.nextCode(canonical);
      const verified = await client.get(verifyPath('asha@mu\u0308nchen.example', code));
      expect(verified.status).toBe(200);
      const company = await client.post(paths.createCompany, companyBody);
      const user = await client.post(
        paths.createUser,
        userBody(company.body.message, '\u00a0asha@MÜNCHEN．example\u3000'),
      );
      expect(user.status).toBe(200);
      await client.patch(paths.completeUser, completeBody(user.body.message));
      for (const written of ['asha@münchen.example', 'ASHA@XN--MNCHEN-3YA.example']) {
        const again = await server().client().post(sendPath(written));
        expect([again.status, again.error?.code]).toEqual([409, 'email_registered']);
        const session = await logIn(server().client(), written);
        expect([session.status, session.body.success?.uuid]).toEqual([200, user.body.message]);
        await passResendPause(server().db, canonical);
      }
      const rows = await server()
        .db.selectFrom('users')
        .select('email')
        .where('email', 'like', 'asha@%nchen%')
        .execute();
      expect(rows).toEqual([{ email: canonical }]);
    });

    it('that signs up concurrently in two spellings gets one company and one user', async () => {
      const email = server().email();
      const first = server().client();
      await verifyEmail(server(), first, email);
      const clients = [first, copyCookies(first, server().client())];
      const made = await Promise.all(
        clients.map(async (client, index) => {
          const company = await client.post(paths.createCompany, companyBody);
          const written = index === 0 ? email : email.toUpperCase();
          return client.post(paths.createUser, userBody(company.body.message, written));
        }),
      );
      expect(made.map(({ status }) => status)).toEqual([200, 200]);
      const count = async (table: 'users' | 'companies', column: 'email' | 'owner_email') =>
        (await server().db.selectFrom(table).where(column, 'ilike', email).selectAll().execute())
          .length;
      expect(await count('users', 'email')).toBe(1);
      expect(await count('companies', 'owner_email')).toBe(1);
    });

    it('that looks similar is different: a tag, a dot, 1 for l, the xn-- form of a host', async () => {
      const email = 'lila@bucher-kva.example';
      await makeUser(server(), server().client(), email);
      const alike = [
        'lila+tag@bucher-kva.example',
        'li.la@bucher-kva.example',
        '1ila@bucher-kva.example',
        'lila@xn--bcher-kva.example',
      ];
      const ids = new Set<string>();
      for (const other of alike) {
        // A tagged address shares the resend pause of its mailbox.
        await passResendPause(server().db, email);
        ids.add((await makeUser(server(), server().client(), other)).userId);
      }
      expect(ids.size).toBe(alike.length);
    });
  });
});
