import { mkdir, mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { leadMail, salesMail } from '#server/leads/sales-mails.ts';
import { openMail, openSmtp } from '#server/mail/transports.ts';
import { openFaultySmtp } from '#tests/support/faults/faulty-smtp.ts';
import { retryDelivery, waitUntilDeliveryFails } from '#tests/support/server/mail/outbox.ts';
import { sampleLead } from '#tests/support/server/mail/sample-mails.ts';
import { openSmtpInbox, type SmtpInbox } from '#tests/support/server/mail/smtp-inbox.ts';
import { sendPath, verifyPath } from '#tests/support/server/sign-up-steps.ts';
import { openTestServer, type TestServer } from '#tests/support/server/test-server.ts';

const FROM = { name: 'Sitara', address: 'no-reply@sitara.example' };

describe('mail over SMTP', () => {
  let smtp: SmtpInbox;
  let server: TestServer;
  beforeAll(async () => {
    smtp = await openSmtpInbox();
    server = await openTestServer('PGlite', {
      mail: openSmtp(smtp.url, FROM),
    });
  });
  afterAll(async () => {
    await server.close();
    await smtp.close();
  });

  it('has one recipient in envelope and headers, and no secret in its subject', async () => {
    const email = `o'neil+a=b&c!#$%/*?^_{|}~-@x.example`;
    expect((await server.client().post(sendPath(email))).status).toBe(200);
    const mail = await smtp.next(email);
    expect(smtp.received).toMatchObject([{ sender: FROM.address, recipients: [email] }]);
    expect(mail).toMatchObject({ to: [{ address: email }], subject: 'Your Sitara code' });
    expect([mail.cc, mail.bcc]).toEqual([undefined, undefined]);
    expect(mail.text).toMatch(/^\d{6} /);
  });

  it('waits while SMTP is down, fails no request, and arrives afterwards', async () => {
    const { port } = smtp;
    await smtp.close();
    const email = server.email();
    const client = server.client();
    expect((await client.post(sendPath(email))).status).toBe(200);
    await waitUntilDeliveryFails(server, email);

    smtp = await openSmtpInbox(port);
    await retryDelivery(server);
    const code = await smtp.nextCode(email);
    expect((await client.get(verifyPath(email, code))).status).toBe(200);
  });
});

it.each(['a@x.example, v@evil.example', 'Foo <v@evil.example> <a@x.example>', 'v@evil.example;'])(
  'a recipient is never parsed as several: %s',
  async (to) => {
    const smtp = await openSmtpInbox();
    const mail = openSmtp(smtp.url, FROM);
    // The mail server may reject it; what matters is the recipient.
    await mail.send({ to, subject: 'S', text: 'T', html: '' }).catch(() => {});
    await mail.send({ to: 'a@x.example', subject: 'S', text: 'T', html: '' });
    const reached = smtp.received.flatMap(({ recipients }) => recipients);
    expect(reached.at(-1)).toBe('a@x.example');
    expect(reached).not.toContain('v@evil.example');
    mail.close();
    await smtp.close();
  },
);

it('mail to an international domain uses its ASCII form in envelope and headers', async () => {
  // An SMTP server that records the recipient as received.
  const smtp = await openFaultySmtp('unwanted-text');
  onTestFinished(smtp.close);
  const server = await openTestServer('PGlite', { mail: openSmtp(smtp.url, FROM) });
  onTestFinished(server.close);
  const sent = await server.client().post(sendPath('asha@MÜNCHEN。example'));
  expect(sent.status).toBe(200);
  await expect.poll(() => smtp.messages).toHaveLength(1);
  const recipients = smtp.commands.filter((command) => command.startsWith('RCPT'));
  expect(recipients).toEqual(['RCPT TO:<asha@xn--mnchen-3ya.example>\r\n']);
  expect(smtp.messages[0]).toContain('\r\nTo: asha@xn--mnchen-3ya.example\r\n');
});

it('a reply to a mail about a person reaches that person alone, and no machine replies', async () => {
  const smtp = await openSmtpInbox();
  onTestFinished(smtp.close);
  const mail = openSmtp(smtp.url, FROM);
  onTestFinished(mail.close);
  const email = `o'neil+a=b@x.example`;
  const to = 'sales@sitara.example';
  await mail.send({ to, ...leadMail({ ...sampleLead, email }) });
  const request = await smtp.next(to);
  expect(request.replyTo).toEqual([{ address: email, name: '' }]);
  await mail.send({
    to,
    ...salesMail({ companyName: 'A', userName: 'B', userEmail: 'b@y.example' }),
  });
  expect((await smtp.next(to)).replyTo).toEqual([{ address: 'b@y.example', name: '' }]);
  await mail.send({
    to,
    subject: 'S',
    text: 'T',
    html: '',
    replyTo: 'a@x.example, v@evil.example',
  });
  const hostile = await smtp.next(to);
  expect(hostile.replyTo).toHaveLength(1);
  await mail.send({ to, subject: 'S', text: 'T', html: '' });
  const other = await smtp.next(to);
  expect(other.replyTo).toBeUndefined();
  expect(other.headers).toContainEqual(
    expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
  );
});

describe('the mailbox folder', () => {
  it('is cleared of unfinished files of a killed process', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'sitara-mail-'));
    const folder = join(dataDir, 'mailbox');
    await mkdir(folder);
    const whole = '2026-11-21T20-00-00.000Z-1.eml';
    for (const name of [whole, `.${whole}.tmp`]) await writeFile(join(folder, name), '012345 is');
    await openMail({ smtpUrl: undefined, mailFrom: FROM, dataDir });
    expect(await readdir(folder)).toEqual([whole]);
  });

  it('gets every mail as a complete file for its owner only, and codes can be printed', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'sitara-mail-'));
    const printed: string[] = [];
    const mail = await openMail({ smtpUrl: undefined, mailFrom: FROM, dataDir }, (line) =>
      printed.push(line),
    );
    await mail.send({ to: 'a@x.example', subject: 'S', text: '012345 is', html: '<p>012345</p>' });
    const files = await readdir(join(dataDir, 'mailbox'));
    expect(files).toEqual([expect.stringMatching(/^[^.].*\.eml$/)]);
    const file = join(dataDir, 'mailbox', files[0] ?? '');
    const parsed = await PostalMime.parse(await readFile(file));
    expect(parsed.to).toEqual([{ address: 'a@x.example', name: '' }]);
    expect(parsed.text).toContain('012345 is');
    expect((await stat(file)).mode & 0o077).toBe(0);
    expect(printed).toEqual(['Mail to a@x.example: 012345 is']);
  });
});
