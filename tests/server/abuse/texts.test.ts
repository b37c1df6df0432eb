import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { openSmtp } from '#server/mail/transports.ts';
import { rotate, testConditions } from '#tests/support/each-condition.ts';
import { readCompanyRow, readUserRow } from '#tests/support/server/database/read-rows.ts';
import { filePart, multipartForm } from '#tests/support/server/http/multipart-form.ts';
import type { TestClient } from '#tests/support/server/http/test-client.ts';
import { openSmtpInbox, type SmtpInbox } from '#tests/support/server/mail/smtp-inbox.ts';
import {
  companyBody,
  completeBody,
  sendPath,
  userBody,
  verifyPath,
} from '#tests/support/server/sign-up-steps.ts';
import { openTestServer, type TestServer } from '#tests/support/server/test-server.ts';

const FROM = { name: 'Sitara', address: 'no-reply@sitara.example' };
const SALES = 'sales@sitara.example';

const IMAGE = '<img src=x onerror=alert(1)>';
const TURNED = '\u202Egnp.exe\u202C';
const SQL = "' OR 1=1--";
const LONG = 'x'.repeat(10_000);
const HEADER = 'Asha\r\nBcc: v@evil.example\r\n\r\n<b>hi</b>';
const PAYLOADS = { IMAGE, TURNED, SQL, LONG, HEADER };
type Payload = keyof typeof PAYLOADS;

/** A line of text is stored unchanged unless it is too long or has line breaks. */
const LINE: Record<Payload, 200 | 400> = {
  IMAGE: 200,
  TURNED: 200,
  SQL: 200,
  LONG: 400,
  HEADER: 400,
};
/** Multi-line text may contain line breaks. */
const LINES = { ...LINE, HEADER: 200 } as const;
/** Fields that require a specific format. */
const NONE = { IMAGE: 400, TURNED: 400, SQL: 400, LONG: 400, HEADER: 400 } as const;
/** A password may contain anything and is never shown. */
const SECRET = { ...NONE, IMAGE: 200, TURNED: 200, SQL: 200, HEADER: 200 } as const;

interface Person {
  client: TestClient;
  email: string;
  companyId: string;
  userId: string;
}

interface Field {
  method: 'POST' | 'PATCH';
  path: string;
  body(person: Person): object;
  /** Where it is stored; undefined if nowhere. */
  stored?(server: TestServer, person: Person): Promise<unknown>;
  expected: Record<Payload, number>;
  /** Who receives a mail with it. */
  mailed?: boolean;
  /** Whether it loses characters that hide or reorder text. */
  isMadeVisible?: boolean;
}

const lead = async (server: TestServer, { email }: Person) =>
  server.db.selectFrom('leads').where('email', '=', email).selectAll().executeTakeFirstOrThrow();

const demo = ({ email }: Person) => ({
  name: 'A',
  email,
  phone: '1',
  organization: 'B',
  message: '',
});
const company =
  (column: 'name' | 'location' | 'display_name' | 'about') =>
  async (server: TestServer, { email }: Person) =>
    (await readCompanyRow(server, email))[column];
const notifySales = ({ email }: Person) => ({ companyName: 'A', userName: 'B', userEmail: email });
const update = ({ companyId }: Person) => ({ uuid: companyId, name: '', about: '' });
const leadColumn =
  (column: keyof Awaited<ReturnType<typeof lead>>) => async (server: TestServer, person: Person) =>
    (await lead(server, person))[column];

const createCompany = {
  method: 'POST',
  path: paths.createCompany,
  body: () => companyBody,
} as const;
const requestDemo = { method: 'POST', path: paths.requestDemo, body: demo } as const;
const updateCompany = { method: 'PATCH', path: paths.updateCompany, body: update } as const;
const sales = { method: 'POST', path: paths.notifySales, body: notifySales } as const;
const complete = {
  method: 'PATCH',
  path: paths.completeUser,
  body: ({ userId }: Person) => completeBody(userId),
} as const;
const utm = (column: 'utm_source' | 'utm_medium' | 'utm_campaign' | 'utm_term' | 'utm_content') =>
  ({
    ...requestDemo,
    stored: leadColumn(column),
    expected: LINE,
    mailed: true,
    isMadeVisible: true,
  }) as const;

/** Every text field of every form, by its name in the request. */
const fields: [string, string, Field][] = [
  ['a company', 'name', { ...createCompany, stored: company('name'), expected: LINE }],
  ['a company', 'website', { ...createCompany, expected: NONE }],
  ['a company', 'location', { ...createCompany, stored: company('location'), expected: LINE }],
  ['a company', 'planname', { ...createCompany, expected: NONE }],
  [
    'a company to candidates',
    'name',
    { ...updateCompany, stored: company('display_name'), expected: LINE },
  ],
  [
    'a company to candidates',
    'about',
    { ...updateCompany, stored: company('about'), expected: LINES },
  ],
  ['a company to candidates', 'uuid', { ...updateCompany, expected: NONE }],
  [
    'a new user',
    'email',
    {
      method: 'POST',
      path: paths.createUser,
      body: ({ companyId, email }) => userBody(companyId, email),
      expected: NONE,
    },
  ],
  [
    'a new user',
    'password',
    {
      method: 'POST',
      path: paths.createUser,
      body: ({ companyId, email }) => userBody(companyId, email),
      expected: SECRET,
    },
  ],
  [
    'a user',
    'name',
    {
      ...complete,
      stored: async (server, { email }) => (await readUserRow(server, email)).name,
      expected: LINE,
    },
  ],
  ['a user', 'password', { ...complete, expected: SECRET }],
  ['a new company to sales', 'companyName', { ...sales, expected: LINE, mailed: true }],
  ['a new company to sales', 'userName', { ...sales, expected: LINE, mailed: true }],
  ['a new company to sales', 'userEmail', { ...sales, expected: NONE }],
  [
    'a demo request',
    'name',
    { ...requestDemo, stored: leadColumn('name'), expected: LINE, mailed: true },
  ],
  ['a demo request', 'email', { ...requestDemo, expected: NONE }],
  [
    'a demo request',
    'phone',
    { ...requestDemo, stored: leadColumn('phone'), expected: LINE, mailed: true },
  ],
  [
    'a demo request',
    'organization',
    { ...requestDemo, stored: leadColumn('organization'), expected: LINE, mailed: true },
  ],
  [
    'a demo request',
    'message',
    { ...requestDemo, stored: leadColumn('message'), expected: LINES, mailed: true },
  ],
  ['a demo request', 'utm_source', utm('utm_source')],
  ['a demo request', 'utm_medium', utm('utm_medium')],
  ['a demo request', 'utm_campaign', utm('utm_campaign')],
  ['a demo request', 'utm_term', utm('utm_term')],
  ['a demo request', 'utm_content', utm('utm_content')],
  [
    'a login',
    'email',
    {
      method: 'POST',
      path: paths.login,
      body: ({ email }) => ({ email, password: 'x'.repeat(20) }),
      expected: NONE,
    },
  ],
  [
    'a login',
    'otp',
    { method: 'POST', path: paths.login, body: ({ email }) => ({ email }), expected: NONE },
  ],
];

describe('user input', () => {
  let smtp: SmtpInbox;
  let server: TestServer;
  beforeAll(async () => {
    smtp = await openSmtpInbox();
    server = await openTestServer('PGlite', { mail: openSmtp(smtp.url, FROM) });
  });
  afterAll(async () => {
    await server.close();
    await smtp.close();
  });

  const signUp = async (): Promise<Person> => {
    const client = server.client();
    const email = server.email();
    expect((await client.post(sendPath(email))).status).toBe(200);
    expect((await client.get(verifyPath(email, await smtp.nextCode(email)))).status).toBe(200);
    const companyId = (await client.post(paths.createCompany, companyBody)).body.message;
    const userId = (await client.post(paths.createUser, userBody(companyId, email))).body.message;
    return { client, email, companyId, userId };
  };

  const mailsTo = (person: Person) =>
    smtp.received.filter(({ mail }) => mail.text?.includes(person.email));

  describe.each(fields.map((field, index) => [...field, index] as const))(
    'as %s, in %s',
    (_form, key, field, index) => {
      testConditions(
        rotate(Object.keys(PAYLOADS) as Payload[], index),
        (name) => `${name} is stored as text or refused`,
        async (name) => {
          const person = await signUp();
          const payload = PAYLOADS[name];
          const response = await person.client.send(field.method, field.path, {
            payload: { ...field.body(person), [key]: payload },
          });
          expect(response.status).toBe(field.expected[name]);
          expect(response.text).not.toContain(payload);
          if (response.status !== 200) return;
          const kept = field.isMadeVisible ? payload.replace(/[\u202c\u202e]/g, '') : payload;
          if (field.stored) expect(await field.stored(server, person)).toBe(kept.trim());

          const page = await person.client.get('/app/');
          expect(page.status).toBe(200);
          expect(page.text).not.toContain('<img src=x');
          if (!field.mailed) return;
          await expect.poll(() => mailsTo(person)).toHaveLength(1);
          const [mailed] = mailsTo(person);
          expect(mailed?.recipients).toEqual([SALES]);
          expect([mailed?.mail.cc, mailed?.mail.bcc]).toEqual([undefined, undefined]);
          expect(mailed?.mail.replyTo).toEqual([{ address: person.email, name: '' }]);
          expect(mailed?.mail.headers.map(({ key: header }) => header).sort()).toEqual([
            'auto-submitted',
            'content-type',
            'date',
            'from',
            'message-id',
            'mime-version',
            'reply-to',
            'subject',
            'to',
          ]);
          expect(mailed?.mail.text?.replaceAll('\r\n', '\n')).toContain(
            kept.replaceAll('\r\n', '\n'),
          );
          expect(mailed?.mail.html).not.toMatch(/<img src=x|<b>hi/);
        },
      );
    },
  );

  it('as the company id of a form is not an id', async () => {
    const person = await signUp();
    for (const payload of Object.values(PAYLOADS)) {
      const made = multipartForm([filePart('x'), { name: 'companyid', content: payload }]);
      const response = await person.client.send('POST', paths.uploadLogo, made);
      expect([403, 413]).toContain(response.status);
    }
    expect(await server.db.selectFrom('logos').selectAll().execute()).toEqual([]);
  });
});
