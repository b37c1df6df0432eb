import type { SendMailOptions } from 'nodemailer';
import type { Sender } from '../config.ts';
import type { Message } from './mail.ts';

/**
 * A message as nodemailer takes it. Addresses are objects: a string would be parsed, in the envelope
 * too, and could name a second recipient.
 */
export const toMailOptions = (
  from: Sender,
  { to, subject, text, html }: Message,
): SendMailOptions => ({
  from,
  to: { name: '', address: to },
  subject,
  text,
  html,
  disableFileAccess: true,
  disableUrlAccess: true,
});
