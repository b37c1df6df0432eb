import type { SendMailOptions } from 'nodemailer';
import type { Sender } from '../config.ts';
import type { Message } from './mail.ts';

/**
 * A message as nodemailer takes it. Addresses are objects and the envelope is given: a string would
 * be parsed, and could name a second recipient.
 */
export const toMailOptions = (
  from: Sender,
  { to, subject, text, html }: Message,
): SendMailOptions => ({
  from,
  to: { name: '', address: to },
  envelope: { from: from.address, to: [to] },
  subject,
  text,
  html,
  disableFileAccess: true,
  disableUrlAccess: true,
});
