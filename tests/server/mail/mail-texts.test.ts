import { expect, it } from 'vitest';
import { codeMail } from '#server/auth/codes/code-mails.ts';
import { leadMail } from '#server/leads/sales-mails.ts';
import { hostileMails, sampleLead, sampleMails } from '#tests/support/server/mail/sample-mails.ts';

it.each(Object.entries(sampleMails))(
  'the mail %s is the approved one',
  async (name, { subject, text, html }) => {
    await expect(`Subject: ${subject}\n\n${text}\n${html}`).toMatchFileSnapshot(
      `../../approved/mails/${name}.txt`,
    );
  },
);

it.each(Object.entries(hostileMails))('no value of the mail %s is markup', (_, { html }) =>
  expect(html).not.toMatch(/<img|<b>|color:red}<|<\/p><\/td><\/table><img/),
);

it.each([
  ['asha+hiring@acme.example', 'mailto:asha%2Bhiring@acme.example'],
  ['a?bcc=v&subject=x@acme.example', 'mailto:a%3Fbcc%3Dv%26subject%3Dx@acme.example'],
])('the link of %s opens a mail to this address only', (email, href) =>
  expect(leadMail({ ...sampleLead, email }).html).toContain(`href="${href}"`),
);

it.each([
  ['+44 (20) 7946-0000', 'href="tel:+442079460000"'],
  ['+44 20 7946 0000 ext. 5', undefined],
  ['+91 ask for Asha', undefined],
])('the phone number %s is a link if it can be dialled', (phone, link) => {
  const { html } = leadMail({ ...sampleLead, phone });
  expect(/href="tel:[^"]*"/.exec(html)?.[0]).toBe(link);
});

it.each(['http://127.0.0.1:3000', 'https://[::1]/', undefined])(
  'a code is bound to a host with a name only, and not to %s',
  (publicUrl) => expect(codeMail('012345', publicUrl)).toEqual(codeMail('012345')),
);

it('the line that binds a code is the last one', () => {
  const { text } = codeMail('012345', 'https://www.sitara.example');
  expect(text.trimEnd().split('\n').at(-1)).toBe('@www.sitara.example #012345');
});
