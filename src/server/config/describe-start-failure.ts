import { FolderInUseError } from '../data-folder/lock.ts';
import { isDatabaseUnavailable } from '../database/is-unavailable.ts';
import { StandbyError } from '../database/standby-error.ts';

/** Describes why a process cannot start, in one line that names the setting. */
export const describeStartFailure = (error: unknown): string => {
  if (error instanceof FolderInUseError) return `DATA_DIR is in use. ${error.message}`;
  if (error instanceof StandbyError)
    return 'DATABASE_URL: it leads to a standby, which accepts no writes';
  if (isDatabaseUnavailable(error)) return 'DATABASE_URL: no database answers there';
  return error instanceof Error ? error.message : String(error);
};
