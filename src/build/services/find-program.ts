import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where Debian installs servers, which is not in everybody's PATH. */
const SYSTEM_FOLDER = '/usr/sbin';

/** The path of a program, like `pgbouncer`; undefined if it is not installed. */
export const findProgram = (name: string): string | undefined =>
  [...(process.env['PATH'] ?? '').split(delimiter), SYSTEM_FOLDER]
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file));
