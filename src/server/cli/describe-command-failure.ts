import { describeStartFailure } from '../config/describe-start-failure.ts';
import { FolderInUseError } from '../data-folder/lock.ts';

/** Describes why a command failed, in one line; for a locked data folder, with what to do. */
export const describeCommandFailure = (error: unknown): string =>
  error instanceof FolderInUseError
    ? `${describeStartFailure(error)}. Stop it first, then try again: the embedded database takes one process at a time.`
    : describeStartFailure(error);
