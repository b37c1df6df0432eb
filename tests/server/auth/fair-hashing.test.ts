import { expect, it } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { insertAccount } from '#tests/support/server/database/insert-account.ts';
import { ACCOUNT_PASSWORD, logIn } from '#tests/support/server/log-in-steps.ts';
import { makeCompany, userBody } from '#tests/support/server/sign-up-steps.ts';
import { onEachDatabase } from '#tests/support/server/test-server.ts';

const FLOOD = 100;
const GENUINE = 12;
const times = <Result>(count: number, make: (index: number) => Result) =>
  Array.from({ length: count }, (_, index) => make(index));

onEachDatabase('twelve people can log in', (server) => {
  const logInBeside = async (flood: () => Promise<{ status: number }>[]) => {
    const people = times(GENUINE, () => server().email());
    for (const email of people)
      await insertAccount(server().db, { email, password: ACCOUNT_PASSWORD });
    const flooding = flood();
    const members = await Promise.all(
      people.map((email, index) => logIn(server().client(`198.51.${index}.7`), email)),
    );
    expect(members.map(({ status }) => status)).toEqual(times(GENUINE, () => 200));
    return (await Promise.all(flooding)).map(({ status }) => status);
  };

  it('while one ticket creates a hundred users concurrently', async () => {
    const client = server().client();
    const email = server().email();
    const companyId = await makeCompany(server(), client, email);
    const statuses = await logInBeside(() =>
      times(FLOOD, () => client.post(paths.createUser, userBody(companyId, email))),
    );
    expect(statuses.filter((status) => ![200, 429, 503].includes(status))).toEqual([]);
    expect(statuses.some((status) => status !== 200)).toBe(true);
  });

  it('while a hundred guesses arrive from one IPv6 network', async () => {
    const address = server().email();
    const statuses = await logInBeside(() =>
      times(FLOOD, (index) =>
        logIn(server().client(`2001:db8:7:${index.toString(16)}::1`), `${index}-${address}`),
      ),
    );
    expect(statuses.filter((status) => status !== 401 && status !== 503)).toEqual([]);
    expect(statuses).toContain(503);
  });
});
