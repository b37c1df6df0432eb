import { FolderInUseError } from '../data-folder/lock.ts';
import { explainFailure } from '../explain-failure.ts';

/** What keeps a command from working, in one line, and what to do about a server that runs. */
export const explainCommandFailure = (error: unknown): string =>
  error instanceof FolderInUseError
    ? `${explainFailure(error)}. Stop it first, then try again: the embedded database takes one process at a time.`
    : explainFailure(error);
