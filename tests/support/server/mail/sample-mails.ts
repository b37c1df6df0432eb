import {
  newBrowserMail,
  passkeyAddedMail,
  passkeyRemovedMail,
  passwordChangedMail,
} from '#server/auth/accounts/account-mails.ts';
import { codeMail } from '#server/auth/codes/code-mails.ts';
import { browserLinkMail } from '#server/auth/logins/browser-link.ts';
import { leadMail, salesMail } from '#server/leads/sales-mails.ts';
import type { MailContent } from '#server/mail/mail.ts';

export const sampleLead = {
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

/** Every mail of the server by its name. */
export const sampleMails: Record<string, MailContent> = {
  code: codeMail('012345'),
  'code-of-a-host': codeMail('012345', 'https://www.sitara.example:8443/'),
  'browser-link': browserLinkMail(
    'https://www.sitara.example/#/login?browser=0b8f2c1e-5d3a-4f6b-9c7d-1e2f3a4b5c6d.hr4k2m.Zk3vQ8xT1uYw5nBpLs7d_g',
  ),
  'new-browser': newBrowserMail({
    browser: 'Firefox on Windows',
    network: '203.0.113.7',
    at: '2026-11-20T14:30:00.000Z',
  }),
  'password-changed': passwordChangedMail(),
  'password-changed-passkeys': passwordChangedMail({ hasPasskeys: 'yes' }),
  'passkey-added': passkeyAddedMail(),
  'passkey-removed': passkeyRemovedMail(),
  sales: salesMail({
    companyName: 'Bright & Sons',
    userName: '<b>Admin</b>',
    userEmail: 'asha@acme.example',
  }),
  lead: leadMail(sampleLead),
  'lead-without-message': leadMail({
    ...sampleLead,
    message: '',
    utm_source: '',
    utm_campaign: '',
  }),
};

const MARKUP = '</p></td></table><img src=x onerror=alert(1)><style>*{color:red}</style>"\'';
const WORD = 'Donaudampfschiff'.repeat(20);

/** Mails with values that would break out of a page or its width. */
export const hostileMails: Record<string, MailContent> = {
  sales: salesMail({
    companyName: MARKUP + WORD,
    userName: WORD,
    userEmail: `${'a'.repeat(254)}@${'b'.repeat(65)}`,
  }),
  lead: leadMail({
    name: WORD,
    email: `a?bcc=v@evil.example&x=${'c'.repeat(290)}`,
    phone: `"><b>${'1'.repeat(40)}`,
    organization: MARKUP,
    message: `${WORD}\n${MARKUP}`,
    utm_source: WORD,
    utm_medium: MARKUP,
    utm_campaign: WORD,
    utm_term: WORD,
    utm_content: WORD,
  }),
  'new-browser': newBrowserMail({
    browser: MARKUP,
    network: WORD,
    at: '2026-11-20T14:30:00.000Z',
  }),
  'code-of-a-host': codeMail('012345', `https://${`${'a'.repeat(63)}.`.repeat(3)}example/`),
};
