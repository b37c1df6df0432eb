// Runs a command of the project: `node src/build/run.js build`. Vite's module runner executes the
// TypeScript files on every Node version that the product supports. A command that returns a file
// URL asks for that module to be imported by Node itself, outside of the runner.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** @param {string} file a path from `src/` */
const load = async (file) => {
  const { runnerImport } = await import('vite').catch((error) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    console.error('This command needs the development dependencies: npm ci');
    process.exit(1);
  });
  const path = fileURLToPath(new URL(`../${file}`, import.meta.url));
  const { module } = await runnerImport(path, { configFile: false, logLevel: 'error' });
  return module;
};

/** Commands of the server's bundle: for operators, also where only the dependencies of production are installed. */
const SERVER_COMMANDS = ['company', 'funnel', 'leads'];
const [name = ''] = process.argv.slice(2);
const bundle = new URL(`../../dist/server/${name}.js`, import.meta.url);

const runBundle = async () => {
  process.argv.splice(2, 1);
  await import(bundle.href);
};

const runSource = async () => {
  const { runCommandLine } = await load('build/commands/command-line.ts');
  const next = await runCommandLine(process.argv.slice(2), load);
  if (typeof next === 'string') await import(next);
};

// What is built is what serves: the command must not build the site anew beside it.
await (SERVER_COMMANDS.includes(name) && existsSync(bundle) ? runBundle() : runSource());
