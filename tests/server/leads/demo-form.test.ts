import { expect, it } from 'vitest';
import { infoEmail } from '#contract/brand.ts';
import { paths } from '#contract/calls/paths.ts';
import { WORK_EMAIL_MESSAGE } from '#contract/email.ts';
import { BODY_BYTES_MAX } from '#server/http/request-body.ts';
import { leadMail } from '#server/leads/sales-mails.ts';
import { networkRates } from '#server/limits/rates.ts';
import { onEmbeddedDatabase } from '#tests/support/server/on-embedded-database.ts';
import { ORIGIN, onEachDatabase, type TestServer } from '#tests/support/server/test-server.ts';

const SALES = 'sales@sitara.example';
const FORM = 'application/x-www-form-urlencoded';
const HTML = 'text/html; charset=utf-8';
const NO_CAMPAIGN = {
  utm_source: '',
  utm_medium: '',
  utm_campaign: '',
  utm_term: '',
  utm_content: '',
};

let count = 0;

/** A filled form that no other test sends. */
const filled = (more: Record<string, string> = {}) => {
  count += 1;
  return {
    name: 'Asha Rao',
    email: `asha@form-${count}.example`,
    organization: `Acme ${count}`,
    dialCode: '+44',
    phone: '20 7946 0000',
    message: 'We hire in Pune & Delhi. 💫',
    website: '',
    ...more,
  };
};

interface PostOptions {
  ip?: string;
  origin?: string | null;
  headers?: Record<string, string>;
}

/** Posts a body as a browser without script does: no XSRF token, no cookie. */
const post = (
  server: TestServer,
  body: string | Record<string, string>,
  { ip, origin = ORIGIN, headers = {} }: PostOptions = {},
) =>
  server.client(ip).send('POST', '/demo', {
    payload: typeof body === 'string' ? body : new URLSearchParams(body).toString(),
    headers: { 'content-type': FORM, ...headers },
    xsrf: null,
    origin,
  });

const stored = (server: TestServer, email: string) =>
  server.db.selectFrom('leads').selectAll().where('email', '=', email).execute();

/** The text beside a field that `aria-describedby` of its control points to. */
const errorOf = (page: string, field: string) => {
  const [control = ''] =
    new RegExp(`<(?:input|select|textarea) id="${field}"[^>]*>`).exec(page) ?? [];
  if (!control.includes('aria-invalid="true"')) return undefined;
  if (!new RegExp(`aria-describedby="[^"]*\\b${field}-error\\b`).test(control)) return undefined;
  return new RegExp(`<p class="error" id="${field}-error">([^<]*)</p>`).exec(page)?.[1];
};

onEachDatabase('a demo request without script', (server) => {
  it('is stored, sales are notified, and the thank-you page follows', async () => {
    const form = filled();
    const response = await post(server(), form);
    expect([response.status, response.headers['location']]).toEqual([303, '/thankyou']);
    const { name, email, organization, message } = form;
    const fields = { name, email, organization, message, phone: '+4420 7946 0000' };
    expect(await stored(server(), email)).toMatchObject([{ ...fields, ...NO_CAMPAIGN }]);
    expect(await server().mailbox.next(SALES)).toMatchObject(
      leadMail({ ...NO_CAMPAIGN, ...fields }),
    );
  });

  it('is the same request as that of the script, and a repeat of it is as successful', async () => {
    const form = filled({ message: 'Pune\r\nDelhi' });
    expect((await post(server(), form)).status).toBe(303);
    const again = { ...form, name: ' Asha Rao', email: form.email.toUpperCase() };
    expect((await post(server(), again)).status).toBe(303);
    const { name, email, organization } = form;
    const body = { name, email, organization, phone: '+4420 7946 0000', message: 'Pune\nDelhi' };
    expect((await server().client().post(paths.requestDemo, body)).status).toBe(200);
    expect(await stored(server(), email)).toMatchObject([{ message: 'Pune\nDelhi' }]);
  });

  it('counts against the same limit, and a form beyond it keeps what was typed', async () => {
    const ip = '203.0.113.40';
    for (let sent = 0; sent < networkRates.leads.count; sent += 1)
      expect((await post(server(), filled(), { ip })).status).toBe(303);
    const form = filled({ name: 'One Too Many' });
    const response = await post(server(), form, { ip });
    expect([response.status, response.headers['content-type']]).toEqual([429, HTML]);
    const waitS = Number(response.headers['retry-after']);
    expect(waitS).toBeGreaterThan(60);
    expect(response.text).toContain(`send it again in ${Math.ceil(waitS / 60)} minutes`);
    expect(response.text).toContain('value="One Too Many"');
    expect(await stored(server(), form.email)).toEqual([]);
  });
});

onEmbeddedDatabase('the form of a demo request without script', (server) => {
  it.each([
    ['no name', { name: ' ' }, 'name', 'Please enter your full name.'],
    ['no address', { email: '' }, 'email', 'Please enter your work email.'],
    ['a free mail address', { email: 'asha@gmail.com' }, 'email', WORK_EMAIL_MESSAGE],
    ['no company', { organization: '' }, 'organization', 'Please enter your company.'],
    ['no phone number', { phone: '' }, 'phone', 'Please enter a valid number.'],
    ['an unknown dial code', { dialCode: '+999' }, 'dialCode', 'Please choose a country code.'],
    [
      'a line break in the name',
      { name: 'Asha\nBcc: v@evil.example' },
      'name',
      'Please use one line of at most 200 characters.',
    ],
    [
      'an overlong company',
      { organization: 'x'.repeat(201) },
      'organization',
      'Please use one line of at most 200 characters.',
    ],
    [
      'an overlong phone number',
      { phone: '1'.repeat(38) },
      'phone',
      'Please use one line of at most 40 characters.',
    ],
    [
      'an overlong message',
      { message: 'x'.repeat(2001) },
      'message',
      'Please use plain text of at most 2000 characters.',
    ],
  ])('with %s comes back with the error beside its field', async (_, more, field, text) => {
    const form = filled(more);
    const { status, headers, text: page } = await post(server(), form);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      400,
      HTML,
      'no-store',
    ]);
    expect(errorOf(page, field)).toBe(text);
    expect(page).toContain(`<li><a href="#${field}">${text}</a></li>`);
    expect(page.match(/aria-invalid/g)).toHaveLength(1);
    expect(await stored(server(), form.email)).toEqual([]);
  });

  it.each([
    ['asha@gmail.com', 2],
    ['asha', 1],
    ['asha@acme.example', 1],
  ])(
    'with %s shows the way to a person %i times: below a free mail address, and at the end',
    async (email, times) => {
      const { text: page } = await post(server(), filled({ email, name: '' }));
      expect(page.split(`href="mailto:${infoEmail}"`)).toHaveLength(times + 1);
      const [, below] = /id="email"([\s\S]*?)<label/.exec(page) ?? [];
      for (const words of ['No company email address? Talk to us: ', 'Invited to an interview?'])
        expect(below?.includes(words)).toBe(times === 2);
    },
  );

  it('lists all errors in the order of the fields', async () => {
    const { text } = await post(server(), { name: '', message: 'x'.repeat(2001) });
    expect([...text.matchAll(/<li><a href="#(\w+)"/g)].map(([, field]) => field)).toEqual([
      'name',
      'email',
      'organization',
      'dialCode',
      'phone',
      'message',
    ]);
  });

  it('keeps everything that was typed', async () => {
    const form = filled({ email: 'asha', message: '\r\nTwo\r\nlines' });
    const { text } = await post(server(), form);
    for (const field of ['name', 'email', 'organization', 'phone'] as const)
      expect(text).toMatch(new RegExp(`id="${field}"[^>]* value="${form[field]}"`));
    expect(text).toContain('<option value="+44" selected>');
    expect(text.match(/ selected>/g)).toHaveLength(1);
    // The first line break is not part of the text.
    expect(text).toMatch(/<textarea [^>]*>\n\nTwo\nlines<\/textarea>/);
  });

  it('may be as long as with script: a line break is one character', async () => {
    const form = filled({ message: `${'x'.repeat(1900)}${'\r\n'.repeat(50)}${'x'.repeat(50)}` });
    expect((await post(server(), form)).status).toBe(303);
  });

  it('escapes what was typed', async () => {
    const evil = `</textarea>"><script>alert(1)</script>'&`;
    const form = Object.fromEntries(Object.keys(filled()).map((field) => [field, evil]));
    const { status, text } = await post(server(), form);
    expect(status).toBe(400);
    expect(text).not.toMatch(/<script/);
    expect(text.match(/<\/textarea>/g)).toHaveLength(1);
    expect(text).toContain(
      'value="&lt;/textarea&gt;&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&#39;&amp;"',
    );
  });

  it('with a filled honeypot is answered, but neither stored nor mailed', async () => {
    const form = filled({ website: 'https://spam.example' });
    const response = await post(server(), form);
    expect([response.status, response.headers['location']]).toEqual([303, '/thankyou']);
    expect(await stored(server(), form.email)).toEqual([]);
  });

  it.each([
    ['a field twice', (form: string) => `${form}&name=Ravi`],
    ['a field twice, once encoded', (form: string) => `${form}&n%61me=Ravi`],
    ['an unknown field', (form: string) => `${form}&role=Admin`],
    ['__proto__', (form: string) => `${form}&__proto__=1`],
    ['campaign parameters', (form: string) => `${form}&utm_source=x`],
    ['a malformed %', (form: string) => form.replace('Asha', '%E0%A4')],
    ['bytes that are no UTF-8', (form: string) => form.replace('Asha', '%FF')],
    ['nothing', () => ''],
  ])('with %s is rejected', async (_, change) => {
    const form = filled();
    const { status, headers, text } = await post(
      server(),
      change(new URLSearchParams(form).toString()),
    );
    expect([status, headers['content-type']]).toEqual([400, HTML]);
    expect(text).toContain('We could not read this form.');
    expect(text).not.toContain(form.email);
    expect(await stored(server(), form.email)).toEqual([]);
  });

  it.each([
    ['application/json', 415],
    ['text/plain', 415],
    ['multipart/form-data; boundary=x', 415],
  ])('sent as %s is rejected with a page', async (type, status) => {
    const response = await post(server(), filled(), { headers: { 'content-type': type } });
    expect([response.status, response.headers['content-type']]).toEqual([status, HTML]);
    expect(response.text).toContain('href="/demo"');
  });

  it('is rejected with a page if it is too large', async () => {
    const response = await post(server(), filled({ message: 'x'.repeat(BODY_BYTES_MAX) }));
    expect([response.status, response.headers['content-type']]).toEqual([413, HTML]);
    expect(response.text).toContain('This form is too large.');
  });

  it.each([
    ['the Origin of this site', ORIGIN, {}],
    ['no Origin, but a Referer of this site', null, { referer: `${ORIGIN}/demo` }],
    ['Fetch Metadata of this site', null, { 'sec-fetch-site': 'same-origin' }],
    [
      'Fetch Metadata of this site, and a hidden Origin',
      'null',
      { 'sec-fetch-site': 'same-origin' },
    ],
  ])('is accepted with %s', async (_, origin, headers) => {
    expect((await post(server(), filled(), { origin, headers })).status).toBe(303);
  });

  it.each([
    ['another Origin', 'https://evil.example', {}],
    ['the Origin of a partner', 'https://www.partner.example', {}],
    ['a hidden Origin', 'null', {}],
    ['neither Origin nor Referer', null, {}],
    ['a Referer of another site', null, { referer: `https://evil.example/?${ORIGIN}` }],
    ['a Referer that is no URL', null, { referer: 'demo' }],
    ['Fetch Metadata of another site', ORIGIN, { 'sec-fetch-site': 'cross-site' }],
    ['Fetch Metadata of a subdomain', ORIGIN, { 'sec-fetch-site': 'same-site' }],
    ['Fetch Metadata of no site', null, { 'sec-fetch-site': 'none', referer: `${ORIGIN}/demo` }],
  ])('is rejected with a page with %s', async (_, origin, headers) => {
    const form = filled();
    const response = await post(server(), form, { origin, headers });
    expect([response.status, response.headers['content-type']]).toEqual([403, HTML]);
    expect(response.text).toContain('This form can only be sent from a page of this site.');
    expect(await stored(server(), form.email)).toEqual([]);
  });

  it('has a content type that no call of the API accepts', async () => {
    const response = await server()
      .client()
      .send('POST', paths.requestDemo, {
        payload: new URLSearchParams(filled()).toString(),
        headers: { 'content-type': FORM },
      });
    expect([response.status, response.error?.code]).toEqual([415, 'media_type_unsupported']);
  });
});

onEmbeddedDatabase(
  'a demo request without script while the database is away',
  (server) => {
    it('comes back with what was typed', async () => {
      const { status, headers, text } = await post(server(), filled({ name: 'Asha Rao' }));
      expect([status, headers['content-type'], headers['retry-after']]).toEqual([503, HTML, '5']);
      expect(text).toContain('This is not working right now.');
      expect(text).toContain('value="Asha Rao"');
    });
  },
  {
    wrapDatabase: (db) => {
      const away = () => {
        throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
      };
      return new Proxy(db, {
        get: (target, key) => (key === 'transaction' ? away : Reflect.get(target, key)),
      });
    },
  },
);
