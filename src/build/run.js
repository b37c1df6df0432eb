// Runs a command of the project: `node src/build/run.js build`. Vite's module runner executes the
// TypeScript files on every Node version that the product supports. A command that returns a file
// URL asks for that module to be imported by Node itself, outside of the runner.
import { fork } from 'node:child_process';
import { once } from 'node:events';
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

/**
 * @param {string[]} words the command and its arguments
 * @param {(url: string) => unknown} runNext takes the module that the command asks for
 */
const runSource = async (words, runNext) => {
  const { runCommandLine } = await load('build/commands/command-line.ts');
  const next = await runCommandLine(words, load);
  if (typeof next === 'string') await runNext(next);
};

/** The first word of a process that only finds out what its parent imports next. */
const APART = 'apart';

/** Runs the command in a process of its own: a server does not keep the 240 MB of Vite, nor those of a build. */
const runApart = async () => {
  const child = fork(fileURLToPath(import.meta.url), [APART, ...process.argv.slice(2)]);
  let next = '';
  child.on('message', (url) => {
    next = String(url);
  });
  const [code] = await once(child, 'exit');
  process.exitCode = code ?? 1;
  if (next !== '') await import(next);
};

const runForParent = () => {
  // A stop of the parent during a build stops the build.
  process.once('disconnect', () => process.exit(1));
  process.channel?.unref();
  return runSource(process.argv.slice(3), async (url) => {
    await new Promise((resolve) => process.send?.(url, resolve));
  });
};

if (name === 'start') await runApart();
else if (name === APART) await runForParent();
// What is built is what serves: the command must not build the site anew beside it.
else if (SERVER_COMMANDS.includes(name) && existsSync(bundle)) await runBundle();
else await runSource(process.argv.slice(2), (url) => import(url));
