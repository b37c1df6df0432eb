import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { contentPolicy } from './content-policy.ts';
import { recordBuild } from './fingerprint.ts';
import { prerenderHome } from './prerender.ts';
import { ROOT } from './root.ts';

const DIST = join(ROOT, 'dist');

/** React is built for what NODE_ENV says, and the runner that reads this file says development. */
const inProduction = async (run: () => Promise<void>): Promise<void> => {
  const before = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  await run();
  if (before === undefined) delete process.env['NODE_ENV'];
  else process.env['NODE_ENV'] = before;
};

/** Builds the site into the folder's `web`, and what the server needs to know of it beside that. */
export const buildSite = (dist: string): Promise<void> =>
  inProduction(async () => {
    await build({ root: ROOT, logLevel: 'warn', build: { outDir: join(dist, 'web') } });
    await prerenderHome(dist);
    const html = readFileSync(join(dist, 'web', 'index.html'), 'utf8');
    writeFileSync(join(dist, 'csp.json'), JSON.stringify(contentPolicy(html, process.env)));
  });

/** Builds the site into `dist/web`, the server and its commands into `dist/server`. */
export const buildAll = async (): Promise<void> => {
  rmSync(DIST, { recursive: true, force: true });
  await buildSite(DIST);
  await inProduction(async () => {
    await build({
      root: ROOT,
      configFile: false,
      publicDir: false,
      logLevel: 'warn',
      build: {
        ssr: true,
        outDir: 'dist/server',
        target: 'node20',
        minify: false,
        rolldownOptions: {
          input: ['src/server/main.ts', 'src/server/company.ts', 'src/server/leads.ts'],
        },
      },
    });
  });
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
