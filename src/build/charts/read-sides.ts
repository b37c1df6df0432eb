import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import type { AnyStateMachine } from 'xstate';
import type { ChartSide } from '#charts/diff/forms.ts';
import { isMachine } from '#charts/model/chart-edges.ts';
import { describeChart } from '#charts/model/describe-chart.ts';
import { importModule } from '#paths/load-chart.ts';
import { type ProjectModules, projectModules } from './project-modules.ts';
import { readChartSource } from './read-chart-source.ts';
import { readForms } from './read-forms.ts';

/** The charts of two versions, without those whose code is the same in both. */
export interface Sides {
  old: ChartSide[];
  new: ChartSide[];
  /** A sentence for each chart that does not load. */
  failures: string[];
}

const git = (root: string, args: string[], options: { input?: string; index?: string } = {}) => {
  const { status, stdout, stderr, error } = spawnSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    input: options.input,
    maxBuffer: 2 ** 28,
    env: { ...process.env, ...(options.index && { GIT_INDEX_FILE: options.index }) },
  });
  if (error) throw new Error(`git does not run: ${error.message}`);
  return { isDone: status === 0, stdout, stderr: stderr.trim() };
};

/** The id of a commit. Throws one sentence where there is no repository, or no such commit in it. */
const commitOf = (root: string, ref: string): string => {
  const nothing = 'so there is nothing to compare its charts with.';
  const repository = git(root, ['rev-parse', '--git-dir']);
  if (repository.stderr.includes('not a git repository'))
    throw new Error(`${root} is no git repository, ${nothing}`);
  if (!repository.isDone)
    throw new Error(`git does not read ${root}: ${repository.stderr.split('\n', 1)[0]}`);
  const flags = ['--verify', '--quiet', '--end-of-options'];
  const commit = git(root, ['rev-parse', ...flags, `${ref}^{commit}`]);
  if (commit.isDone) return commit.stdout.trim();
  throw new Error(
    ref === 'HEAD'
      ? `The repository in ${root} has no commit yet, ${nothing}`
      : `There is no commit ${ref} in the repository in ${root}.`,
  );
};

/** What the charts of a version are made of and compared with. */
const PARTS = ['package.json', 'machines', 'src', 'tests/paths/approved'];

const checkOut = (root: string, commit: string, folder: string): void => {
  const index = join(folder, '.index');
  const listed = git(root, ['ls-tree', '-r', '-z', '--name-only', commit, '--', ...PARTS]);
  const read = git(root, ['read-tree', commit], { index });
  const written = git(root, ['checkout-index', '-z', '--stdin', `--prefix=${folder}${sep}`], {
    index,
    input: listed.stdout,
  });
  const failed = [listed, read, written].find(({ isDone }) => !isDone);
  if (failed) throw new Error(`git can't read the charts of ${commit}: ${failed.stderr}`);
};

const chartFiles = (root: string): string[] => {
  const folder = join(root, 'machines');
  const files = existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
    : [];
  return files
    .map((file) => `machines/${file.split(sep).join('/')}`)
    .filter((file) => file.endsWith('.ts'))
    .sort();
};

/** The first line of an error that says something, without its place in a list. */
const reasonOf = (error: unknown): string => {
  const lines = (error instanceof Error ? error.message : String(error)).split('\n');
  const [first = '', ...others] = lines.map((line) => line.trim()).filter(Boolean);
  return first.endsWith(':') && others[0] ? `${first} ${others[0]}` : first;
};

/** The files with code, each with the texts of all that it imports; a syntax error is its text. */
const readTexts = (modules: ProjectModules, root: string): Map<string, string> =>
  new Map(
    chartFiles(root).map((file) => {
      try {
        return [file, JSON.stringify([...modules.closure(file)].sort())];
      } catch (error) {
        return [file, `${modules.text(file)}${error}`];
      }
    }),
  );

/** Reads charts of a folder with package.json; a sentence by file for those that do not load, with `version`, where they are. */
export const readSide = async (
  root: string,
  files: string[],
  version: string,
  modules = projectModules(root),
): Promise<{ sides: ChartSide[]; failures: Map<string, string> }> => {
  const failures = new Map<string, string>();
  const read = await Promise.all(
    files.map(async (file): Promise<ChartSide[]> => {
      try {
        const exported = await importModule(join(root, file));
        const machines = Object.values(exported).filter(isMachine) as AnyStateMachine[];
        return machines.map((machine) => {
          const source = readChartSource(modules.text(file), machine.id);
          const actors = Object.entries(source.actors);
          return {
            file,
            machine,
            description: describeChart({ name: basename(file, '.ts'), machine }, source),
            forms: readForms(modules, file, machine),
            formsWith: (names) => readForms(modules, file, machine, names),
            actorTypes: Object.fromEntries(actors.map(([name, { text }]) => [name, text])),
          };
        });
      } catch (error) {
        const reason = reasonOf(error)
          .replaceAll(join(root, sep), '')
          .replace(/^\S+ can't be loaded: /, '');
        failures.set(file, `${file} does not load ${version}: ${reason}`);
        return [];
      }
    }),
  );
  return { sides: read.flat(), failures };
};

/**
 * Reads the charts of a commit and of the work tree whose code differs, with the approved paths.
 * Throws one sentence where the commit can't be read.
 *
 * @param use is called while the files of the commit are in `folder`
 */
export const withSides = async <Result>(
  root: string,
  ref: string,
  use: (sides: Sides, folder: string) => Promise<Result>,
): Promise<Result> => {
  const commit = commitOf(root, ref);
  // Below the top folder, so that imports find its packages.
  mkdirSync(join(root, '.cache'), { recursive: true });
  const folder = mkdtempSync(join(root, '.cache', 'charts-'));
  try {
    checkOut(root, commit, folder);
    const modules = { old: projectModules(folder), new: projectModules(root) };
    const texts = { old: readTexts(modules.old, folder), new: readTexts(modules.new, root) };
    const changed = (one: Map<string, string>, other: Map<string, string>) =>
      [...one.keys()].filter((file) => one.get(file) !== other.get(file));
    const [old, now] = await Promise.all([
      readSide(folder, changed(texts.old, texts.new), `in ${ref}`, modules.old),
      readSide(root, changed(texts.new, texts.old), 'in the work tree', modules.new),
    ]);
    const failures = new Map([...old.failures, ...now.failures]);
    // A chart that loads on one side only is no added or removed one.
    const loaded = (sides: ChartSide[]) => sides.filter(({ file }) => !failures.has(file));
    const sentences = [...old.failures.values(), ...now.failures.values()];
    return await use(
      { old: loaded(old.sides), new: loaded(now.sides), failures: sentences },
      folder,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
