import { verify } from '@node-rs/argon2';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { salesMail } from '#server/leads/sales-mails.ts';
import { readCompanyRow, readUserRow } from '#tests/support/server/database/read-rows.ts';
import { copyCookies } from '#tests/support/server/http/copy-cookies.ts';
import {
  companyBody,
  completeBody,
  makeCompany,
  makeUser,
  PASSWORD,
  userBody,
  verifyEmail,
} from '#tests/support/server/sign-up-steps.ts';
import { onEachDatabase } from '#tests/support/server/test-server.ts';

onEachDatabase('a company and its first user', (server) => {
  it('are created in the order of the wizard, and the user ends up signed in and accepted', async () => {
    const client = server().client();
    const { email, companyId, userId } = await makeUser(server(), client);
    expect((await client.get(paths.currentUser)).body).toEqual({
      success: { uuid: userId, status: 'sent', name: 'Admin', email },
    });
    expect((await client.patch(paths.completeUser, completeBody(userId))).status).toBe(200);
    const about = { uuid: companyId, name: 'Bright', about: 'We move things.\nOn time.' };
    expect((await client.patch(paths.updateCompany, about)).status).toBe(200);

    expect((await client.get(paths.currentUser)).body.success).toMatchObject({
      status: 'accepted',
      name: 'Asha Rao',
    });
    expect(await readCompanyRow(server(), email)).toMatchObject({
      id: companyId,
      ...companyBody,
      website: 'https://brightfreight.example',
      display_name: 'Bright',
      about: 'We move things.\nOn time.',
    });
  });

  it('keep a website that includes its scheme', async () => {
    const client = server().client();
    const email = server().email();
    await makeCompany(server(), client, email);
    await client.post(paths.createCompany, { ...companyBody, website: 'http://old.example/a' });
    expect((await readCompanyRow(server(), email)).website).toBe('http://old.example/a');
  });

  it('are created once however often the call is repeated, with the latest fields', async () => {
    const client = server().client();
    const { email, companyId, userId } = await makeUser(server(), client);
    const again = await client.post(paths.createCompany, {
      ...companyBody,
      name: 'Bright Freight Ltd',
    });
    expect(again.body.message).toBe(companyId);
    expect((await readCompanyRow(server(), email)).name).toBe('Bright Freight Ltd');
    const user = await client.post(paths.createUser, userBody(companyId, email));
    expect(user.body.message).toBe(userId);
  });

  it('keep where the visitor came from and the chosen plan, of which sales are told', async () => {
    const client = server().client();
    const email = server().email();
    await verifyEmail(server(), client, email);
    const touch = { landing: '/', at: '2026-11-02T09:30:00.000Z' };
    const attribution = { first: { ...touch, utm_source: 'x' }, last: touch };
    const turned = { ...attribution, first: { ...touch, utm_source: '\u202ex\u2060' } };
    const body = { ...companyBody, attribution: turned, chosenPlan: 'quick-start' };
    expect((await client.post(paths.createCompany, body)).status).toBe(200);
    // A script of the version before repeats the call.
    expect((await client.post(paths.createCompany, companyBody)).status).toBe(200);
    expect(await readCompanyRow(server(), email)).toMatchObject({
      attribution,
      chosen_plan: 'quick-start',
      planname: 'free-trial',
    });
    // The sign-up is begun anew in other tabs: the second says nothing of where the visitor came from.
    const last = { ...touch, landing: '/pricing', referrer: 'www.example.org' };
    const silent = { ...touch, landing: '/checkout' };
    for (const visit of [last, silent])
      await client.post(paths.createCompany, {
        ...companyBody,
        attribution: { first: visit, last: visit },
      });
    attribution.last = last;
    expect(await readCompanyRow(server(), email)).toMatchObject({ attribution });
    const notice = { companyName: 'Bright', userName: 'Admin', userEmail: email };
    expect((await client.post(paths.notifySales, notice)).status).toBe(200);
    const mail = await server().mailbox.next('sales@sitara.example');
    expect(mail).toMatchObject(salesMail({ ...notice, attribution, chosenPlan: 'quick-start' }));
    expect(mail.text).toContain('Chosen plan: quick-start\nFirst visit: utm_source=x, opened /');
  });

  it.each(['Pro', '', 'a b', '-pro', 'x'.repeat(41), 1, null, '<b>'])(
    'refuse a plan that is no slug: %j',
    async (chosenPlan) => {
      const client = server().client();
      await verifyEmail(server(), client, server().email());
      const response = await client.post(paths.createCompany, { ...companyBody, chosenPlan });
      expect([response.status, response.body.error?.field]).toEqual([400, 'chosenPlan']);
    },
  );

  it('are created once when two tabs use one ticket concurrently', async () => {
    const email = server().email();
    const first = server().client();
    await verifyEmail(server(), first, email);
    const second = copyCookies(first, server().client());
    const browsers = [first, second, first, second];
    const companies = await Promise.all(
      browsers.map((browser) => browser.post(paths.createCompany, companyBody)),
    );
    const [companyId = ''] = new Set(companies.map(({ body }) => body.message));
    expect(new Set(companies.map(({ body }) => body.message)).size).toBe(1);
    const users = await Promise.all(
      browsers.map((browser) => browser.post(paths.createUser, userBody(companyId, email))),
    );
    expect(users.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(users.map(({ body }) => body.message)).size).toBe(1);
    const { rows } = await sql`select 1 from users where email = ${email}`.execute(server().db);
    expect(rows).toHaveLength(1);
  });

  it("can be completed after the company's public profile, last touch and plan were set early", async () => {
    const client = server().client();
    const { email, companyId } = await makeUser(server(), client);
    const other = copyCookies(client, server().client());
    const about = { uuid: companyId, name: 'Bright', about: '' };
    const [early, late] = [
      { landing: '/', at: '2026-11-02T09:30:00.000Z' },
      { landing: '/pricing', at: '2026-11-03T09:30:00.000Z', utm_source: 'y' },
    ];
    for (const picked of [
      { attribution: { first: early, last: early } },
      {
        attribution: { first: late, last: { ...late, utm_source: 'y\u200b' } },
        chosenPlan: 'starter',
      },
      { attribution: { first: early, last: early } },
      {},
    ])
      expect((await client.patch(paths.updateCompany, { ...about, ...picked })).status).toBe(200);
    const { attribution, chosen_plan: chosenPlan } = await readCompanyRow(server(), email);
    expect([attribution, chosenPlan]).toEqual([{ first: early, last: late }, 'starter']);
    expect((await other.post(paths.createUser, userBody(companyId, email))).status).toBe(200);
  });

  it('have the latest password until the account is accepted', async () => {
    const client = server().client();
    const { email, companyId } = await makeUser(server(), client);
    const body = { ...userBody(companyId, email), password: 'the second first password' };
    await client.post(paths.createUser, body);
    const { password_hash: hash } = await readUserRow(server(), email);
    expect(await verify(hash, 'the second first password')).toBe(true);
    expect(await verify(hash, PASSWORD)).toBe(false);
  });

  it('are announced to the sales mailbox once, and to nobody else', async () => {
    const client = server().client();
    const { email } = await makeUser(server(), client);
    const body = { companyName: 'Bright & Sons', userName: 'Admin', userEmail: email };
    expect((await client.post(paths.notifySales, body)).status).toBe(200);
    expect((await client.post(paths.notifySales, body)).status).toBe(200);
    const mail = await server().mailbox.next('sales@sitara.example');
    expect(mail).toMatchObject(salesMail(body));
    // The person has not typed a name yet.
    expect(mail.text + mail.html).not.toContain('Admin');
    expect(salesMail({ ...body, userName: 'Asha Rao' }).text).toContain('\nName: Asha Rao\n');
    const { rows } = await sql`select 1 from outbox where kind = 'sales'
      and payload->>'userEmail' = ${email}`.execute(server().db);
    expect(rows).toHaveLength(1);
  });
});
