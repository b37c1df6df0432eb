import { html } from '#server/http/pages/html.ts';
import type { Message } from '../mail.ts';
import type { MailPayloads } from '../outbox.ts';
import { mailPage } from './mail-page.ts';

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
