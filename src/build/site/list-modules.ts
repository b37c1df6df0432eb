import { writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type { Plugin } from 'vite';
import { ROOT } from '../root.ts';

/**
 * Writes `modules.json` next to the built site: the modules of the browser's script, as paths from the
 * top folder, without those that tree shaking removed.
 */
export const listModules = (): Plugin => ({
  name: 'list-modules',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  writeBundle({ dir = '' }, bundle) {
    const modules = Object.values(bundle).flatMap((file) =>
      file.type === 'chunk'
        ? Object.entries(file.modules)
            .filter(([id, { renderedLength }]) => renderedLength > 0 && !id.startsWith('\0'))
            .map(([id]) => relative(ROOT, id).split(sep).join('/'))
        : [],
    );
    writeFileSync(join(dirname(dir), 'modules.json'), JSON.stringify(modules.sort(), null, 1));
  },
});
