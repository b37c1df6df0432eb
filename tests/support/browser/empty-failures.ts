import { rmSync } from 'node:fs';
import { FAILURES_FOLDER } from './failure-record.ts';

/** Runs once before the browser tests. */
export default (): void => rmSync(FAILURES_FOLDER, { recursive: true, force: true });
