import { expect, it } from 'vitest';
import { eraseAccount } from '#server/cli/erase-account.ts';
import { insertAccount } from '#tests/support/server/database/insert-account.ts';
import { differentCode, receiveCode, verifyPath } from '#tests/support/server/sign-up-steps.ts';
import { onEachDatabase, type TestServer } from '#tests/support/server/test-server.ts';

let domains = 0;
const newDomain = (suffix = 'example'): string => {
  domains += 1;
  return `robots-${domains}.${suffix}`;
};

/** The company that a new sign-up is told of. */
const toldOf = async (server: TestServer, email: string): Promise<unknown> => {
  const client = server.client();
  const { status, body } = await client.get(
    verifyPath(email, await receiveCode(server, client, email)),
  );
  expect([status, body.message]).toEqual([200, 'verified']);
  return body.existingCompany;
};

onEachDatabase('the company of a domain', (server) => {
  const sign = (email: string, status: 'sent' | 'accepted' = 'accepted') =>
    insertAccount(server().db, { email, password: 'quiet lantern river', status });

  it.each([
    ['asha', 'ravi', 'example'],
    ['asha@in', 'ravi', 'example'],
    ['asha', 'ravi@eu.in', 'example'],
    ['asha', 'ravi', 'co.in'],
    ['asha@in', 'ravi@de', 'co.uk'],
    ['asha', 'ravi', 'github.io'],
  ])('is told to a colleague: %s, %s of .%s', async (owner, colleague, suffix) => {
    const domain = newDomain(suffix);
    const addressOf = (name: string) =>
      name.includes('@') ? `${name}.${domain}` : `${name}@${domain}`;
    expect(await toldOf(server(), addressOf(colleague))).toBeUndefined();
    await sign(addressOf(owner));
    expect(await toldOf(server(), addressOf(`${colleague.replace('ravi', 'mira')}`))).toBe(
      'Acme Robotics',
    );
  });

  it('is told to nobody of another domain, also one that ends or begins alike', async () => {
    const domain = newDomain();
    await sign(`asha@${domain}`);
    await sign('asha@robots.s3.amazonaws.com');
    for (const other of [
      'amazonaws.com',
      `my${domain}`,
      `my-${domain}`,
      `${domain}.in`,
      newDomain(),
    ])
      expect(await toldOf(server(), `ravi@${other}`)).toBeUndefined();
  });

  it('is told to nobody of a public suffix', async () => {
    await sign('asha@co.in');
    await sign('asha@shop.co.in');
    expect(await toldOf(server(), 'ravi@co.in')).toBeUndefined();
    await sign('asha@github.io');
    expect(await toldOf(server(), 'ravi@github.io')).toBeUndefined();
  });

  it('is told to nobody of a mail provider, also one whose addresses can sign up', async () => {
    await sign('asha@gmx.de');
    await sign('asha@yahoo.co.in');
    await sign('asha@live.in');
    await sign('asha@mail.yandex.ru');
    for (const email of ['ravi@gmx.de', 'ravi@yandex.ru', 'ravi@yahoo.co.in', 'ravi@live.in'])
      expect(await toldOf(server(), email)).toBeUndefined();
  });

  it.each([
    'acme.onmicrosoft.com',
    'acme.in.test-google-a.com',
    'privaterelay.appleid.com',
    'passmail.net',
    'aleeas.com',
    'tutamail.com',
  ])('is told to nobody of %s, whose mailboxes are of strangers', async (host) => {
    await sign(`asha@${host}`);
    expect(await toldOf(server(), `ravi@${host.replace('acme', 'another')}`)).toBeUndefined();
  });

  it('counts only with an account: not before a password, not after its erasure', async () => {
    const domain = newDomain();
    await sign(`asha@${domain}`, 'sent');
    expect(await toldOf(server(), `ravi@${domain}`)).toBeUndefined();
    await sign(`uma@${domain}`);
    expect(await toldOf(server(), `mira@${domain}`)).toBe('Acme Robotics');
    await eraseAccount(server().db, `uma@${domain}`);
    expect(await toldOf(server(), `tara@${domain}`)).toBeUndefined();
  });

  it('is not told without the code', async () => {
    const domain = newDomain();
    await sign(`asha@${domain}`);
    const [client, email] = [server().client(), `ravi@${domain}`];
    const code = await receiveCode(server(), client, email);
    const wrong = await client.get(verifyPath(email, differentCode(code)));
    expect([wrong.status, wrong.body.existingCompany]).toEqual([400, undefined]);
    expect(wrong.text).not.toContain('Acme');
  });
});
