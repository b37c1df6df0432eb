import { execFileSync } from 'node:child_process';
import { ROOT } from '../root.ts';

const git = (...words: string[]): string =>
  execFileSync('git', words, {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();

/** A commit, its files by path. */
export interface Release {
  /** Its tag; the commit where a clone has no tags. */
  name: string;
  /** Paths of the files in a folder. */
  list(folder: string): string[];
  read(path: string): string;
}

const releaseAt = (name: string): Release => ({
  name,
  list: (folder) => git('ls-tree', '-r', '--name-only', name, folder).split('\n').filter(Boolean),
  read: (path) => git('show', `${name}:${path}`),
});

/**
 * The last release: the newest tag like `v0.2.0` before this commit; without tags the commit that set the version.
 *
 * @returns undefined without a history
 */
export const findLastRelease = (): Release | undefined => {
  for (const find of [
    () => git('describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*'),
    () => git('log', '-1', '--format=%H', '-G', '"version":', '--', 'package.json'),
  ])
    try {
      const name = find();
      if (name !== '') return releaseAt(name);
    } catch {
      // No tag, or no repository.
    }
  return undefined;
};
