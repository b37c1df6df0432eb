import { execFileSync } from 'node:child_process';
import { ROOT } from '../root.ts';

/** Output of git in the project; throws if it fails. */
export const git = (...words: string[]): string =>
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

/** The commit of a release: the one that set its version, or the one before that which began the next. */
const findVersionCommit = (): string => {
  const commit = git('log', '-1', '--format=%H', '-G', '"version":', '--', 'package.json');
  const { version } = JSON.parse(git('show', `${commit}:package.json`));
  return String(version).includes('-') ? git('rev-parse', `${commit}^`) : commit;
};

/**
 * The last release: the newest tag like `v0.2.0` before this commit; without tags by the versions in package.json.
 *
 * @returns undefined without a history
 */
export const findLastRelease = (): Release | undefined => {
  for (const find of [
    () => git('describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*'),
    findVersionCommit,
  ])
    try {
      const name = find();
      if (name !== '') return releaseAt(name);
    } catch {
      // No tag, or no repository.
    }
  return undefined;
};

/** Folder of the migrations. */
export const MIGRATIONS = 'src/server/database/migrations';
/** Folder of the SQL functions. */
export const FUNCTIONS = 'src/server/database/functions';

/** Finds files of a release by their text; migrations don't count. */
export interface Users {
  /** The file that names a table, column, type or function. */
  userOf(name: string): string | undefined;
  /** The file that has an `on conflict` and names a table and columns of it. */
  conflictUserOf(table: string, columns: readonly string[]): string | undefined;
}

const doesName = (text: string, name: string): boolean =>
  new RegExp(`(?<![\\w$])${name.replaceAll(/[^\w$]/g, '.')}(?![\\w$])`).test(text);

export const findUsers = (release: Release): Users => {
  const sources = release
    .list('src/server')
    .filter((file) => /\.(?:ts|sql)$/.test(file) && !file.startsWith(MIGRATIONS))
    .map((file) => ({ file, text: release.read(file) }));
  return {
    userOf: (name) =>
      name === '' ? undefined : sources.find(({ text }) => doesName(text, name))?.file,
    conflictUserOf: (table, columns) =>
      sources.find(
        ({ text }) =>
          /on\s*conflict/i.test(text) && [table, ...columns].every((name) => doesName(text, name)),
      )?.file,
  };
};
