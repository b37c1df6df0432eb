import { fileURLToPath } from 'node:url';

/** The top level of the project, with a slash at its end. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
