import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Sender } from '../config/app-config.ts';
import { toMailOptions } from './envelope.ts';
import type { Mail } from './mail.ts';

const OWNER_ONLY_FOLDER = 0o700;
const OWNER_ONLY_FILE = 0o600;

const TEMPORARY_FILE = /^\..*\.eml\.tmp$/;

// Removes temporary files of a killed process.
const removeTemporaryFiles = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder))
    if (TEMPORARY_FILE.test(name)) await rm(join(folder, name), { force: true });
};

/** Opens a transport that writes every mail atomically as an `.eml` file to `DATA_DIR/mailbox`. */
export const openMailboxFolder = async (
  dataDir: string,
  from: Sender,
  printLine: (line: string) => void,
): Promise<Mail> => {
  const folder = join(dataDir, 'mailbox');
  await mkdir(folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
  await removeTemporaryFiles(folder);
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    place: folder,
    async send(message) {
      const { message: bytes } = await transport.sendMail(toMailOptions(from, message));
      // Sorted by name, the files are in the order of time.
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID()}.eml`;
      const temporary = join(folder, `.${name}.tmp`);
      try {
        await writeFile(temporary, bytes, { mode: OWNER_ONLY_FILE });
        await rename(temporary, join(folder, name));
      } catch (error) {
        // On a full disk every retry would leave another temporary file.
        await rm(temporary, { force: true });
        throw error;
      }
      printLine(`Mail to ${message.to}: ${message.text.split('\n', 1)[0]}`);
    },
    close: () => transport.close(),
  };
};
