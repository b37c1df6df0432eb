import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { ROOT } from './root.ts';

const EMPTY_ROOT = '<div id="root"></div>';
const HTML_BYTES_MAX = 4 * 1024 * 1024;

/** Puts the home page's markup, made from the same React tree, into the built `index.html`. */
export const prerenderHome = async (dist: string): Promise<void> => {
  const outDir = join(dist, 'prerender');
  await build({
    root: ROOT,
    logLevel: 'warn',
    publicDir: false,
    build: { ssr: 'src/web/prerender.tsx', outDir, target: 'node20' },
  });
  // In a process of its own: the runner that reads this file can't import what was just built.
  const home = execFileSync(process.execPath, [join(outDir, 'prerender.js')], {
    encoding: 'utf8',
    maxBuffer: HTML_BYTES_MAX,
  });
  rmSync(outDir, { recursive: true });
  const file = join(dist, 'web', 'index.html');
  const page = readFileSync(file, 'utf8');
  if (!page.includes(EMPTY_ROOT)) throw new Error('index.html has no empty root to fill');
  writeFileSync(
    file,
    page.replace(EMPTY_ROOT, () => `<div id="root">${home}</div>`),
  );
};
