// Runs one of the TypeScript tools beside it: `node src/build/run.js start`. Vite's module runner
// reads TypeScript on every Node that the product supports, without a compiler of its own.
import { runnerImport } from 'vite';

await runnerImport(new URL(`./${process.argv[2]}.ts`, import.meta.url).pathname, {
  configFile: false,
  logLevel: 'error',
});
