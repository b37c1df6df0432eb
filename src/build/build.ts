import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { contentPolicy } from './content-policy.ts';
import { recordBuild } from './fingerprint.ts';
import { ROOT } from './root.ts';

const DIST = join(ROOT, 'dist');

/** Builds the site into `dist/web` and the server into `dist/server`. */
export const buildAll = async (): Promise<void> => {
  // The runner that reads this file has set it to development, which React would be built for.
  process.env['NODE_ENV'] = 'production';
  rmSync(DIST, { recursive: true, force: true });
  await build({ root: ROOT, logLevel: 'warn' });
  await build({
    root: ROOT,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      ssr: 'src/server/main.ts',
      outDir: 'dist/server',
      target: 'node20',
      minify: false,
    },
  });
  const html = readFileSync(join(DIST, 'web', 'index.html'), 'utf8');
  writeFileSync(join(DIST, 'csp.json'), JSON.stringify(contentPolicy(html, process.env)));
  recordBuild();
};

export default async (args: string[]): Promise<void> => {
  if (args.includes('--help')) {
    console.log('npm run build: builds the site into dist/web and the server into dist/server.');
    return;
  }
  const start = performance.now();
  await buildAll();
  console.log(`Built in ${((performance.now() - start) / 1000).toFixed(1)} s.`);
};
