// Runs one of the TypeScript tools beside it: `node src/build/run.js start`. Vite's module runner
// reads TypeScript on every Node that the product supports, without a compiler of its own. A tool
// exports a default function; an address that it returns is imported by Node itself.
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const [tool = '', ...args] = process.argv.slice(2);
const { module } = await runnerImport(fileURLToPath(new URL(`./${tool}.ts`, import.meta.url)), {
  configFile: false,
  logLevel: 'error',
});
const next = await module.default(args);
if (typeof next === 'string') await import(next);
