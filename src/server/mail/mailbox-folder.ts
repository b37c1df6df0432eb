import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Sender } from '../config.ts';
import { toMailOptions } from './envelope.ts';
import type { Mail } from './mail.ts';

const OWNER_ONLY_FOLDER = 0o700;
const OWNER_ONLY_FILE = 0o600;

const UNFINISHED = /^\..*\.eml\.tmp$/;

// A process that was killed may have left some.
const removeUnfinished = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder))
    if (UNFINISHED.test(name)) await rm(join(folder, name), { force: true });
};

/** Writes every mail as an `.eml` file into `mailbox`; a file is there whole or not at all. */
export const openMailboxFolder = async (
  dataDir: string,
  from: Sender,
  printLine: (line: string) => void,
): Promise<Mail> => {
  const folder = join(dataDir, 'mailbox');
  await mkdir(folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
  await removeUnfinished(folder);
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    place: folder,
    async send(message) {
      const { message: bytes } = await transport.sendMail(toMailOptions(from, message));
      // Sorted by name is sorted by time.
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID()}.eml`;
      const unfinished = join(folder, `.${name}.tmp`);
      try {
        await writeFile(unfinished, bytes, { mode: OWNER_ONLY_FILE });
        await rename(unfinished, join(folder, name));
      } catch (error) {
        // On a full disk every try would leave another one.
        await rm(unfinished, { force: true });
        throw error;
      }
      printLine(`Mail to ${message.to}: ${message.text.split('\n', 1)[0]}`);
    },
    close: () => transport.close(),
  };
};
