import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { runLeadsCommand, toCsv } from '#server/cli/leads-command.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { listLeads } from '#server/leads/leads.ts';
import { leadMail } from '#server/leads/sales-mails.ts';
import { LEAD_REPEAT_WINDOW_MS, networkRates } from '#server/limits/rates.ts';
import { newDataFolder } from '#tests/support/faults/running-server.ts';
import { ageLimits } from '#tests/support/server/database/age-rows.ts';
import { companyRow, insertAccount } from '#tests/support/server/database/insert-account.ts';
import { waitUntilIdle } from '#tests/support/server/mail/outbox.ts';
import { onEachDatabase, type TestServer } from '#tests/support/server/test-server.ts';

/** Seconds until a network may request one more demo. */
const INTERVAL_S = networkRates.leads.periodMs / 1000 / networkRates.leads.count;

const SALES = 'sales@sitara.example';
const CAMPAIGN = {
  utm_source: 'newsletter',
  utm_medium: 'email',
  utm_campaign: 'hire-faster',
  utm_term: '',
  utm_content: 'top button',
};

const NO_CAMPAIGN = {
  utm_source: '',
  utm_medium: '',
  utm_campaign: '',
  utm_term: '',
  utm_content: '',
};

const TOUCH = { landing: '/', at: '2026-11-02T09:30:00.000Z' };

let count = 0;

/** A demo request that no other test sends. */
const request = (more: object = {}) => {
  count += 1;
  return {
    name: 'Asha Rao',
    email: `asha@acme-${count}.example`,
    phone: '+919876543210',
    organization: `Acme ${count}`,
    message: 'We hire in Pune. हम पुणे में भर्ती करते हैं। 💫',
    ...more,
  };
};

const ask = (server: TestServer, body: object, ip?: string) =>
  server.client(ip).post(paths.requestDemo, body);

const stored = (server: TestServer, email: string) =>
  server.db.selectFrom('leads').selectAll().where('email', '=', email).execute();

const mailed = async (server: TestServer, email: string) => {
  await waitUntilIdle(server);
  return server.mailbox.all.filter(({ text }) => text.includes(email)).map(({ to }) => to);
};

onEachDatabase('a demo request', (server) => {
  it('is stored before the response, and sales are notified', async () => {
    const body = request();
    const response = await ask(server(), body);
    expect([response.status, response.body]).toEqual([200, { message: 'received' }]);
    expect(await stored(server(), body.email)).toMatchObject([{ ...body, utm_source: '' }]);
    const mail = await server().mailbox.next(SALES);
    expect(mail).toMatchObject(leadMail({ ...NO_CAMPAIGN, ...body }));
  });

  it('stores the values of its campaign, and the mail contains all of them', async () => {
    const body = request({ ...CAMPAIGN, phone: '9876543210', message: '' });
    expect((await ask(server(), body)).status).toBe(200);
    expect(await stored(server(), body.email)).toMatchObject([body]);
  });

  it('stores where the visitor came from, which sales are told, and which makes it no other request', async () => {
    const attribution = {
      first: { utm_source: 'x', gclid: 'a-1', landing: '/', at: '2026-11-02T09:30:00.000Z' },
      last: { referrer: 'www.example.org', landing: '/pricing', at: '2026-11-04T16:05:00Z' },
    };
    const body = request();
    const turned = {
      ...attribution,
      first: { ...attribution.first, utm_source: '\u202ex\u2060', fbclid: '\u200b' },
    };
    expect((await ask(server(), { ...body, attribution: turned })).status).toBe(200);
    expect(await stored(server(), body.email)).toMatchObject([{ ...body, attribution }]);
    await waitUntilIdle(server());
    const text = server()
      .mailbox.all.map((mail) => mail.text)
      .find((text) => text.includes(body.email));
    expect(text).toContain(
      'First visit: utm_source=x, gclid=a-1, opened /, 2026-11-02T09:30:00.000Z\n',
    );
    expect(text).toContain(
      'Last visit: from www.example.org, opened /pricing, 2026-11-04T16:05:00Z\n',
    );
    const again = { first: attribution.last, last: attribution.first };
    expect((await ask(server(), { ...body, attribution: again })).status).toBe(200);
    expect(await stored(server(), body.email)).toMatchObject([{ attribution }]);
  });

  it.each<[string, object | string | null]>([
    ['no object', 'x'],
    ['null', null],
    ['only one visit', { first: TOUCH }],
    ['another visit', { first: TOUCH, last: TOUCH, middle: TOUCH }],
    ['another value', { first: { ...TOUCH, utm_id: 'x' }, last: TOUCH }],
    ['a value that is no text', { first: { ...TOUCH, gclid: 1 }, last: TOUCH }],
    [
      'a value of two lines',
      { first: { ...TOUCH, utm_source: 'a\r\nBcc: b@c.example' }, last: TOUCH },
    ],
    ['a long value', { first: { ...TOUCH, utm_source: 'x'.repeat(201) }, last: TOUCH }],
    ['a long click id', { first: { ...TOUCH, fbclid: 'x'.repeat(501) }, last: TOUCH }],
    ['half a character', { first: { ...TOUCH, utm_term: '\ud800' }, last: TOUCH }],
    ['no page', { first: { at: TOUCH.at }, last: TOUCH }],
    ['no time', { first: { ...TOUCH, at: 'yesterday' }, last: TOUCH }],
  ])('with an attribution that has %s is rejected', async (_, attribution) => {
    const body = request();
    const response = await ask(server(), { ...body, attribution });
    expect([response.status, response.body.error?.code]).toEqual([400, 'request_invalid']);
    expect(await stored(server(), body.email)).toEqual([]);
  });

  it('needs no cookie and no XSRF token, but an origin of this site', async () => {
    const client = server().client();
    const send = (origin: string | null) =>
      client.post(paths.requestDemo, request(), { xsrf: null, origin });
    expect((await send('http://localhost:3000')).status).toBe(200);
    expect((await send('https://www.partner.example')).status).toBe(200);
    expect(client.cookies.size).toBe(0);
    for (const origin of ['https://evil.example', 'null', null])
      expect((await send(origin)).error?.code).toBe('origin_refused');
  });

  it('that is repeated within ten minutes is stored once', async () => {
    const body = request();
    const again = { ...body, name: ' Asha Rao ', email: body.email.toUpperCase() };
    const responses = await Promise.all([body, again, body, again].map((b) => ask(server(), b)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await stored(server(), body.email)).toHaveLength(1);
    expect(await mailed(server(), body.email)).toEqual([SALES]);

    await ageLimits(server().db, LEAD_REPEAT_WINDOW_MS / 1000, 'lead ');
    expect((await ask(server(), body)).status).toBe(200);
    expect(await stored(server(), body.email)).toHaveLength(2);
  });

  it('with different content is stored separately', async () => {
    const body = request();
    await ask(server(), body);
    await ask(server(), { ...body, message: 'And in Delhi.' });
    expect(await stored(server(), body.email)).toHaveLength(2);
  });

  it('can be made twenty times an hour per network, also concurrently', async () => {
    const bodies = Array.from({ length: networkRates.leads.count + 4 }, () => request());
    const responses = await Promise.all(bodies.map((body) => ask(server(), body, '203.0.113.20')));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(networkRates.leads.count);
    const refused = responses.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(4);
    for (const { headers, error } of refused) {
      expect(error?.code).toBe('too_many_requests');
      expect(Number(headers['retry-after'])).toBeGreaterThan(INTERVAL_S - 60);
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(INTERVAL_S);
    }
    const emails = bodies.map(({ email }) => email);
    expect((await Promise.all(emails.map((email) => stored(server(), email)))).flat()).toHaveLength(
      networkRates.leads.count,
    );
    expect((await Promise.all(emails.map((email) => mailed(server(), email)))).flat()).toHaveLength(
      networkRates.leads.count,
    );
    expect((await ask(server(), request(), '203.0.113.21')).status).toBe(200);
    await ageLimits(server().db, INTERVAL_S, '203.0.113.20');
    expect((await ask(server(), request(), '203.0.113.20')).status).toBe(200);
  });

  it.each([
    ['a link', 'https://spam.example'],
    ['a space', ' '],
    ['a zero', '0'],
    ['a long text', 'x'.repeat(3000)],
  ])(
    'with %s in the hidden honeypot field is acknowledged, but neither stored nor mailed',
    async (_, website) => {
      const body = request({ website });
      const response = await ask(server(), body);
      expect([response.status, response.body]).toEqual([200, { message: 'received' }]);
      expect(await stored(server(), body.email)).toEqual([]);
      expect(await mailed(server(), body.email)).toEqual([]);
    },
  );

  it('with an empty honeypot field is stored', async () => {
    const body = request();
    expect((await ask(server(), { ...body, website: '' })).status).toBe(200);
    expect(await stored(server(), body.email)).toHaveLength(1);
  });

  it.each([
    ['a free mail address', { email: 'asha@gmail.com' }, 'email'],
    ['an address of another free mail service', { email: 'asha@mail.icloud.com' }, 'email'],
    ['an invalid address', { email: 'asha' }, 'email'],
    ['two addresses', { email: 'a@acme.example, v@evil.example' }, 'email'],
    [
      'a campaign and gmail in the local part',
      { ...CAMPAIGN, email: 'gmail@acme.example' },
      'email',
    ],
    ['an empty name', { name: '  ' }, 'name'],
    ['a line break in the name', { name: 'Asha\r\nBcc: v@evil.example' }, 'name'],
    ['a line break in the company', { organization: 'A\nB' }, 'organization'],
    ['a line break in the phone number', { phone: '1\n2' }, 'phone'],
    ['an empty phone number', { phone: '' }, 'phone'],
    ['an overlong message', { message: 'x'.repeat(2001) }, 'message'],
    ['a message with control characters', { message: 'a\u0000b' }, 'message'],
    ['a line break in the campaign', { utm_source: 'a\nb' }, 'utm_source'],
    ['an array as the name', { name: ['Asha'] }, 'name'],
    ['an unknown field', { role: 'Admin' }, undefined],
  ])('with %s is refused', async (_, more, field) => {
    const response = await ask(server(), request(more));
    expect([response.status, response.error?.code, response.error?.field]).toEqual([
      400,
      'request_invalid',
      field,
    ]);
  });

  it('may have an icloud.com address in a campaign, whose rule refuses only five mail services', async () => {
    expect((await ask(server(), request({ utm_source: 'x', email: 'a@icloud.com' }))).status).toBe(
      200,
    );
  });

  it('cannot name another recipient for its mail', async () => {
    const body = request({ message: 'Hello\r\nBcc: v@evil.example\r\n\r\n<b>x</b>' });
    await ask(server(), body);
    expect(await mailed(server(), body.email)).toEqual([SALES]);
    await expect
      .poll(() => server().mailbox.all.find(({ text }) => text.includes(body.email))?.html)
      .toContain('&lt;b&gt;x&lt;/b&gt;');
  });

  it('is printed as a line of CSV without spreadsheet formulas', async () => {
    const body = request({ name: '=cmd|"x"', message: 'two\nlines, "quoted"' });
    await ask(server(), body);
    const leads = await listLeads(server().db, new Date(0));
    const csv = toCsv(
      leads.filter(({ email }) => email === body.email).map((lead) => ({ ...lead, delivery: '' })),
    );
    expect(csv).toContain(
      `"'=cmd|""x""","${body.email}","+919876543210","${body.organization}","two\nlines, ""quoted""","",`,
    );
    expect(csv.split('\r\n')[0]).toMatch(/^"id","created_at","name","email",/);
  });
});

describe('npm run leads', () => {
  const run = async (args: string[], env: Record<string, string> = {}) => {
    const said = { out: '', err: '' };
    const code = await runLeadsCommand(args, env, {
      stdout: { write: (text) => (said.out += text) },
      stderr: { write: (text) => (said.err += text) },
    });
    return { code, ...said };
  };

  const folderWithLeads = async () => {
    const dataDir = await newDataFolder();
    const { db, close } = await openDatabase({ databaseUrl: undefined, dataDir });
    const { rows } = await sql`insert into leads (created_at, name, email, phone, organization,
      message, utm_source, utm_medium, utm_campaign, utm_term, utm_content, digest)
      values ('2026-11-01T10:00Z', 'Asha', 'asha@acme.example', '1', 'Acme', '', '', '', '', '', '', ''),
        ('2026-11-20T10:00Z', 'Ravi', 'ravi@acme.example', '2', 'Acme', '', '', '', '', '', '', '')
      returning 1`.execute(db);
    expect(rows).toHaveLength(2);
    await close();
    return dataDir;
  };

  it('prints all leads, or those since a date', async () => {
    const DATA_DIR = await folderWithLeads();
    const all = await run(['--json'], { DATA_DIR });
    expect(all.code).toBe(0);
    expect(JSON.parse(all.out)).toMatchObject([{ name: 'Asha' }, { name: 'Ravi' }]);
    const some = await run(['--json', '--since', '2026-11-20'], { DATA_DIR });
    expect(JSON.parse(some.out)).toMatchObject([
      { name: 'Ravi', created_at: '2026-11-20T10:00:00.000Z' },
    ]);
    const csv = await run(['--csv', '--since', '2026-11-20T10:00:01Z'], { DATA_DIR });
    expect([csv.code, csv.out.trim().split('\r\n')]).toEqual([0, [expect.stringMatching(/^"id"/)]]);
  });

  it('prints both visits in columns of their own, and the plan of a sign-up with the address', async () => {
    const DATA_DIR = await folderWithLeads();
    const { db, close } = await openDatabase({ dataDir: DATA_DIR, databaseUrl: undefined });
    const attribution = {
      first: { utm_source: '=x', ...TOUCH },
      last: { ...TOUCH, referrer: 'www.example.org' },
    };
    await db
      .updateTable('leads')
      .where('name', '=', 'Ravi')
      .set({ attribution: JSON.stringify(attribution) })
      .execute();
    await db
      .insertInto('companies')
      .values({
        ...companyRow,
        owner_email: 'ravi@acme.example',
        chosen_plan: 'pro',
        attribution: JSON.stringify(attribution),
      })
      .execute();
    await close();
    const csv = await run(['--csv', '--since', '2026-11-20'], { DATA_DIR });
    const [head = '', line = ''] = csv.out.replaceAll('"', '').split('\r\n');
    const cells = Object.fromEntries(
      head.split(',').map((column, index) => [column, line.split(',')[index]]),
    );
    expect(cells).toMatchObject({
      plan: 'pro',
      first_utm_source: "'=x",
      first_at: TOUCH.at,
      last_referrer: 'www.example.org',
      last_gclid: '',
    });
    const signUps = await run(['--json', '--sign-ups'], { DATA_DIR });
    expect(JSON.parse(signUps.out)).toMatchObject([
      {
        company: companyRow.name,
        email: 'ravi@acme.example',
        status: null,
        plan: 'pro',
        attribution,
      },
    ]);
    const signUpCsv = await run(['--csv', '--sign-ups'], { DATA_DIR });
    expect(signUpCsv.out).toContain('"Delhi, Pune","ravi@acme.example","","pro","","\'=x"');
  });

  it('prints the name of who signed up, once it was typed', async () => {
    const DATA_DIR = await folderWithLeads();
    const { db, close } = await openDatabase({ dataDir: DATA_DIR, databaseUrl: undefined });
    const account = { password: 'quiet lantern river' };
    await insertAccount(db, { ...account, email: 'asha@acme.example' });
    await insertAccount(db, { ...account, email: 'ravi@acme.example', status: 'sent' });
    await close();
    const signUps = await run(['--json', '--sign-ups'], { DATA_DIR });
    expect(JSON.parse(signUps.out)).toMatchObject([
      { email: 'asha@acme.example', name: 'Asha Rao', status: 'accepted' },
      { email: 'ravi@acme.example', name: null, status: 'sent' },
    ]);
    const csv = await run(['--csv', '--sign-ups'], { DATA_DIR });
    expect(csv.out).toContain('"Acme Robotics","Asha Rao","');
  });

  it.each([
    [[]],
    [['--xml']],
    [['--csv', '--since']],
    [['--csv', '--since', 'yesterday']],
    [['--csv', '--since', '2026-02-30']],
    [['--csv', '--json']],
  ])('prints its usage for %j', async (args) => {
    const { code, out, err } = await run(args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^npm run leads -- --csv/m);
  });

  it('prints help', async () => {
    const { code, out, err } = await run(['--help']);
    expect([code, err]).toEqual([0, '']);
    await expect(out).toMatchFileSnapshot('../../approved/help/leads.txt');
  });

  it('reports a missing database in one line', async () => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'sitara-leads-'));
    const { code, err } = await run(['--csv'], { DATA_DIR });
    expect([code, err]).toEqual([1, expect.stringMatching(/^DATA_DIR holds no database: .*\n$/)]);
  });
});
