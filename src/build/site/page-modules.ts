import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../root.ts';

const ROUTES = 'src/web/routing/routes.tsx';
/** A route's path with the first module that its chunk imports. */
const ENTRY = /'(\/[^']*)': \{[\s\S]*?import\('\.\.\/(pages\/[^']+)'\)/g;

/** The module of each route's page, by path, as the manifest names it: `src/web/pages/demo/demo.tsx`. */
export const pageModules = (): Record<string, string> =>
  Object.fromEntries(
    [...readFileSync(join(ROOT, ROUTES), 'utf8').matchAll(ENTRY)].map(([, path = '', page]) => [
      path,
      `src/web/${page}`,
    ]),
  );
