import { expect, it } from 'vitest';
import { codeMail } from '#server/auth/codes/code-mail.ts';
import { passkeyAddedMail, passkeyRemovedMail } from '#server/auth/passkeys/passkey-mail.ts';
import { passwordChangedMail } from '#server/auth/users/password-changed-mail.ts';
import { leadMail, salesMail } from '#server/leads/sales-mails.ts';

const lead = {
  name: 'Asha Rao',
  email: 'asha@acme.example',
  phone: '+919876543210',
  organization: 'Acme & Sons',
  message: 'Hello\n\n<b>bold</b>',
  utm_source: 'newsletter',
  utm_medium: '',
  utm_campaign: 'hire-faster',
  utm_term: '',
  utm_content: '',
};

it.each([
  ['code', codeMail('012345')],
  ['code-of-a-host', codeMail('012345', 'https://www.sitara.example:8443/')],
  ['password-changed', passwordChangedMail()],
  ['password-changed-passkeys', passwordChangedMail({ hasPasskeys: 'yes' })],
  ['passkey-added', passkeyAddedMail()],
  ['passkey-removed', passkeyRemovedMail()],
  [
    'sales',
    salesMail({
      companyName: 'Bright & Sons',
      userName: '<b>Admin</b>',
      userEmail: 'asha@acme.example',
    }),
  ],
  ['lead', leadMail(lead)],
])('the mail %s is the approved one', async (name, { subject, text, html }) => {
  await expect(`Subject: ${subject}\n\n${text}\n${html}`).toMatchFileSnapshot(
    `../../approved/mails/${name}.txt`,
  );
});

it.each(['http://127.0.0.1:3000', 'https://[::1]/', undefined])(
  'a code is bound to a host with a name only, and not to %s',
  (publicUrl) => expect(codeMail('012345', publicUrl)).toEqual(codeMail('012345')),
);

it('the line that binds a code is the last one', () => {
  const { text } = codeMail('012345', 'https://www.sitara.example');
  expect(text.trimEnd().split('\n').at(-1)).toBe('@www.sitara.example #012345');
});
