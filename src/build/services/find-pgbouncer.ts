import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where Debian installs it, which is not in everybody's PATH. */
const SYSTEM_FOLDER = '/usr/sbin';

/** The path of the program PgBouncer; undefined if it is not installed. */
export const findPgBouncer = (): string | undefined =>
  [...(process.env['PATH'] ?? '').split(delimiter), SYSTEM_FOLDER]
    .map((folder) => join(folder, 'pgbouncer'))
    .find((file) => existsSync(file));
