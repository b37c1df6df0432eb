import { html } from '../../pages/html.ts';
import type { Message } from '../mail.ts';
import type { MailPayloads } from '../outbox.ts';
import { mailPage } from './mail-page.ts';

/** Tells the sales mailbox that a company has signed up. */
export const salesMail = ({
  companyName,
  userName,
  userEmail,
}: MailPayloads['sales']): Omit<Message, 'to'> => ({
  subject: `New sign-up: ${companyName}`,
  text: `Company: ${companyName}\nName: ${userName}\nEmail: ${userEmail}\n`,
  html: mailPage(html`<p>Company: ${companyName}<br>Name: ${userName}<br>Email: ${userEmail}</p>`),
});
