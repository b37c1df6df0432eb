import type { SendMailOptions } from 'nodemailer';
import type { Sender } from '../config/app-config.ts';
import type { Message } from './mail.ts';

/**
 * A message in nodemailer's format. Addresses are objects: nodemailer would parse a string, which could
 * contain a second recipient.
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
