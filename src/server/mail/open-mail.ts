import type { Settings } from '../config/app-config.ts';
import type { Mail } from './mail.ts';
import { openMailboxFolder } from './mailbox-folder.ts';
import { openSmtp } from './smtp.ts';

/**
 * Opens the SMTP transport of the settings, or the mailbox folder in the data folder.
 *
 * @param printLine receives the first line of every mail in the folder; in development that is the code
 */
export const openMail = async (
  settings: Pick<Settings, 'smtpUrl' | 'mailFrom' | 'dataDir'>,
  printLine: (line: string) => void = () => {},
): Promise<Mail> =>
  settings.smtpUrl === undefined
    ? openMailboxFolder(settings.dataDir, settings.mailFrom, printLine)
    : openSmtp(settings.smtpUrl, settings.mailFrom);
