// Runs a command of the project: `node src/build/run.js build`. Vite's module runner executes the
// TypeScript files on every Node version that the product supports. A command that returns a file
// URL asks for that module to be imported by Node itself, outside of the runner.
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

/** @param {string} file a path from `src/` */
const load = async (file) => {
  const path = fileURLToPath(new URL(`../${file}`, import.meta.url));
  const { module } = await runnerImport(path, { configFile: false, logLevel: 'error' });
  return module;
};

const { runCommandLine } = await load('build/commands/command-line.ts');
const next = await runCommandLine(process.argv.slice(2), load);
if (typeof next === 'string') await import(next);
