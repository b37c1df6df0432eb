import { fileURLToPath } from 'node:url';

/** The top folder of the project, with a slash at its end. */
export const PROJECT_ROOT = fileURLToPath(new URL('../../../', import.meta.url));
