import { FolderInUseError } from './data-folder/lock.ts';
import { isDatabaseUnavailable } from './db/is-unavailable.ts';

/** What keeps a process of ours from working, in one line that names the setting it is about. */
export const explainFailure = (error: unknown): string => {
  if (error instanceof FolderInUseError) return `DATA_DIR is in use. ${error.message}`;
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    return 'PORT is in use by another program';
  if (isDatabaseUnavailable(error)) return 'DATABASE_URL: no database answers there';
  return error instanceof Error ? error.message : String(error);
};
