import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Plugin, runnerImport } from 'vite';

const XSTATE_FOLDER = dirname(createRequire(import.meta.url).resolve('xstate'));

/** Resolves `xstate` for a chart in a folder without node_modules. */
const resolveXState: Plugin = {
  name: 'resolve-xstate',
  enforce: 'pre',
  resolveId: (source) => (source === 'xstate' ? join(XSTATE_FOLDER, 'xstate.esm.js') : undefined),
};

/** The exports of a TypeScript or JavaScript file. Throws one sentence if the file throws. */
export const importModule = async (file: string): Promise<Record<string, unknown>> => {
  try {
    const { module } = await runnerImport<Record<string, unknown>>(file, {
      configFile: false,
      logLevel: 'silent',
      plugins: [resolveXState],
    });
    return module;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${file} can't be loaded: ${reason}`, { cause });
  }
};
