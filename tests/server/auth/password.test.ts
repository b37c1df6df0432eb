import { verify } from '@node-rs/argon2';
import { expect, it } from 'vitest';
import * as brand from '#contract/brand.ts';
import { paths } from '#contract/calls/paths.ts';
import { passwordMessages } from '#contract/password.ts';
import { readUserRow } from '#tests/support/server/database/read-rows.ts';
import { onEmbeddedDatabase } from '#tests/support/server/on-embedded-database.ts';
import {
  completeBody,
  makeCompany,
  makeUser,
  PASSWORD,
  userBody,
} from '#tests/support/server/sign-up-steps.ts';

onEmbeddedDatabase('a password', (server) => {
  it.each([
    ['short', 'seven77', 'tooShort'],
    ['long', 'x'.repeat(129), 'tooLong'],
    ['common', 'Password123', 'isCommon'],
    ['common in any case', 'QWERTYUIOP', 'isCommon'],
    ['common in fullwidth letters', 'Ｐassword１２３', 'isCommon'],
    ['similar to the site name', `${brand.name}@2026!`, 'isCommon'],
    ['short after Unicode normalization', 'e\u0301e\u0301e\u0301e\u0301', 'tooShort'],
  ] as const)('that is too %s is refused with a reason', async (_, password, reason) => {
    const client = server().client();
    const email = server().email();
    const companyId = await makeCompany(server(), client, email);
    const response = await client.post(paths.createUser, {
      ...userBody(companyId, email),
      password,
    });
    expect(response.status).toBe(400);
    expect(response.error).toEqual({
      code: 'password_refused',
      field: 'password',
      message: passwordMessages[reason],
    });
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
