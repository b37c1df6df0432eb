import { verify } from '@node-rs/argon2';
import { expect, it } from 'vitest';
import * as brand from '#contract/brand.ts';
import { paths } from '#contract/paths.ts';
import { readUserRow } from '#tests/support/server/database/read-rows.ts';
import {
  completeBody,
  makeCompany,
  makeUser,
  PASSWORD,
  userBody,
} from '#tests/support/server/sign-up-steps.ts';
import { onEachDatabase } from '#tests/support/server/test-server.ts';

onEachDatabase('a password', (server) => {
  it.each([
    ['short', 'seven77', 'at least 8'],
    ['long', 'x'.repeat(129), 'at most 128'],
    ['common', 'Password123', 'attackers'],
    ['common in any case', 'QWERTYUIOP', 'attackers'],
    ['common in fullwidth letters', 'Ｐassword１２３', 'attackers'],
    ['similar to the site name', `${brand.name}@2026!`, 'attackers'],
    ['short after Unicode normalization', 'e\u0301e\u0301e\u0301e\u0301', 'at least 8'],
  ])('that is too %s is refused with a reason', async (_, password, reason) => {
    const client = server().client();
    const email = server().email();
    const companyId = await makeCompany(server(), client, email);
    const response = await client.post(paths.createUser, {
      ...userBody(companyId, email),
      password,
    });
    expect(response.status).toBe(400);
    expect(response.error).toMatchObject({ code: 'password_refused', field: 'password' });
    expect(response.error?.message).toContain(reason);
  });

  it('that equals the email address is refused', async () => {
    const client = server().client();
    const { email, userId } = await makeUser(server(), client);
    const response = await client.patch(
      paths.completeUser,
      completeBody(userId, email.toUpperCase()),
    );
    expect(response.error?.code).toBe('password_refused');
    expect((await readUserRow(server(), email)).status).toBe('sent');
  });

  it.each(['eight ch', '💫'.repeat(128), 'with\u0000nul inside', ' spaces at the ends '])(
    'may contain any characters: %j',
    async (password) => {
      const client = server().client();
      const { email, userId } = await makeUser(server(), client);
      expect((await client.patch(paths.completeUser, completeBody(userId, password))).status).toBe(
        200,
      );
      const { password_hash: hash } = await readUserRow(server(), email);
      expect(hash).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/);
      expect(await verify(hash, password)).toBe(true);
      expect(await verify(hash, password.slice(0, -1))).toBe(false);
    },
  );

  it('is never stored or logged in clear', async () => {
    const { email } = await makeUser(server(), server().client());
    expect(JSON.stringify(await readUserRow(server(), email))).not.toContain(PASSWORD);
    expect(server().logs.join('')).not.toContain(PASSWORD);
  });
});
