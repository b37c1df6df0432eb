import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { findLastRelease } from '#build/migrations/last-release.ts';
import { ROOT } from '#build/root.ts';

/** A build of an earlier commit. */
export interface LastBuild {
  /** Its commit or tag. */
  name: string;
  /** The file of its server. */
  main: string;
  remove(): void;
}

/**
 * Builds the last release, or the commit in `UPGRADE_FROM`, in a folder of its own.
 *
 * @returns undefined without a history
 */
export const buildLast = (): LastBuild | undefined => {
  const name = process.env['UPGRADE_FROM'] ?? findLastRelease()?.name;
  if (name === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'sitara-last-'));
  const run = (program: string, ...words: string[]) =>
    execFileSync(program, words, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  run('git', 'clone', '--quiet', '--no-checkout', ROOT, folder);
  run('git', 'checkout', '--quiet', '--detach', name);
  const packagesOf = (root: string) => {
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
    return { ...lock.packages, '': undefined };
  };
  const hasSamePackages =
    isDeepStrictEqual(packagesOf(folder), packagesOf(ROOT)) &&
    existsSync(join(ROOT, 'node_modules'));
  if (hasSamePackages) symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  else run('npm', 'ci', '--silent');
  run(process.execPath, 'src/build/run.js', 'build');
  return {
    name,
    main: join(folder, 'dist', 'server', 'main.js'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};
