import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { compressSite } from './compress.ts';
import { contentPolicy } from './content-policy.ts';
import { recordBuild } from './fingerprint.ts';
import { prerenderPages } from './prerender.ts';
import { ROOT } from './root.ts';

const DIST = join(ROOT, 'dist');
/** React is built for what NODE_ENV says, and the runner that reads this file says development. */
const PRODUCTION = { NODE_ENV: 'production' };

interface BuildOptions {
  /** The folder to build into. */
  dist?: string;
  /** `VITE_*` values of this build alone, over those of the environment. */
  env?: Record<`VITE_${string}`, string>;
}

/** Has the environment hold other values while something runs. */
const withEnvironment = async (
  values: Record<string, string>,
  run: () => Promise<void>,
): Promise<void> => {
  const before = { ...process.env };
  Object.assign(process.env, values);
  try {
    await run();
  } finally {
    for (const name of Object.keys(values)) {
      const value = before[name];
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
};

/** Builds the site into the folder's `web`, and what the server needs to know of it beside that. */
export const buildSite = ({ dist = DIST, env = {} }: BuildOptions = {}): Promise<void> =>
  withEnvironment({ ...PRODUCTION, ...env }, async () => {
    await build({ root: ROOT, logLevel: 'warn', build: { outDir: join(dist, 'web') } });
    await prerenderPages(dist);
    const html = readFileSync(join(dist, 'web', 'index.html'), 'utf8');
    writeFileSync(join(dist, 'csp.json'), JSON.stringify(contentPolicy(html, process.env)));
    await compressSite(join(dist, 'web'));
  });

/** Builds the site into `dist/web`, the server and its commands into `dist/server`. */
export const buildAll = async (): Promise<void> => {
  rmSync(DIST, { recursive: true, force: true });
  await buildSite();
  await withEnvironment(PRODUCTION, async () => {
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
