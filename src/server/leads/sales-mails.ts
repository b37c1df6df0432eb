import type { LeadFields } from '#server/database/types.ts';
import { html } from '#server/http/pages/page.ts';
import { type Message, mailPage } from '../mail/mail.ts';
import type { MailPayloads } from '../mail/outbox.ts';

const LABELS: Record<keyof LeadFields, string> = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  organization: 'Company',
  message: 'Message',
  utm_source: 'Campaign source',
  utm_medium: 'Campaign medium',
  utm_campaign: 'Campaign',
  utm_term: 'Campaign term',
  utm_content: 'Campaign content',
};

/** Notifies the sales mailbox of a demo request, without empty fields. */
export const leadMail = (lead: LeadFields): Omit<Message, 'to'> => {
  const lines = (Object.keys(LABELS) as (keyof LeadFields)[])
    .filter((field) => lead[field] !== '')
    .map((field) => ({ label: LABELS[field], value: lead[field] }));
  return {
    subject: `Demo request: ${lead.organization}`,
    text: lines.map(({ label, value }) => `${label}: ${value}\n`).join(''),
    html: mailPage(
      html`${lines.map(
        ({ label, value }) =>
          html`<p style="margin:0 0 8px;white-space:pre-line"><span style="color:#565a63">${label}</span><br>${value}</p>`,
      )}`,
    ),
  };
};

/** Notifies the sales mailbox of a new company. */
export const salesMail = ({
  companyName,
  userName,
  userEmail,
}: MailPayloads['sales']): Omit<Message, 'to'> => ({
  subject: `New sign-up: ${companyName}`,
  text: `Company: ${companyName}\nName: ${userName}\nEmail: ${userEmail}\n`,
  html: mailPage(html`<p>Company: ${companyName}<br>Name: ${userName}<br>Email: ${userEmail}</p>`),
});
