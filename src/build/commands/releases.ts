import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isNewer, migrations } from '#server/database/migrate.ts';
import packageJson from '../../../package.json';
import { runProgram } from '../local-programs.ts';
import { checkMigrations } from '../migrations/check-migrations.ts';
import { FUNCTIONS, findLastRelease, git, MIGRATIONS } from '../migrations/last-release.ts';
import { findBreakingChanges } from '../openapi/breaking-changes.ts';
import { formatApi } from '../openapi/document.ts';
import { ROOT } from '../root.ts';
import type { Command, Commands } from './command-line.ts';

const CHANGELOG = join(ROOT, 'CHANGELOG.md');
/** The heading of the notes of the next release. */
const UNRELEASED = 'Unreleased';

const checkMigrationsCommand: Command = {
  help: `npm run check:migrations: judges the migrations that the last release does not have. They run beside its servers, so
they take nothing away that its SQL names, refuse nothing that it inserts, rewrite no table, and hold no lock for longer
than a moment.`,
  async run() {
    const release = findLastRelease();
    if (!release) {
      console.log(
        'check:migrations: without the history of the project there is nothing to compare with.',
      );
      return;
    }
    const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
    const written = Object.entries(migrations).map(([name, migration]) => {
      const file = `${MIGRATIONS}/${name}.ts`;
      return { file, migration, text: read(file) };
    });
    const functions = readdirSync(join(ROOT, FUNCTIONS)).map((name) => `${FUNCTIONS}/${name}`);
    const faults = await checkMigrations(
      release,
      written,
      new Map(functions.map((file) => [file, read(file)])),
    );
    for (const fault of faults) console.error(fault);
    if (faults.length > 0) process.exitCode = 1;
  },
};

const checkApiCommand: Command = {
  help: `npm run check:api: compares the description of the API with that of the last release. Scripts in open tabs are
older than the server: what they send is still accepted, and what they read is still there. A pattern that accepts
more can't be told from one that accepts less: name the line in CHANGELOG.md below "## Unreleased" to accept it.`,
  run() {
    const release = findLastRelease();
    if (!release) return;
    const before: unknown = JSON.parse(release.read('docs/api/openapi.json'));
    const notes = notesOf(readFileSync(CHANGELOG, 'utf8'), UNRELEASED);
    const faults = findBreakingChanges(before, JSON.parse(formatApi())).filter(
      (fault) => !(fault.endsWith('pattern is narrower') && notes.includes(fault)),
    );
    for (const fault of faults) console.error(`Breaks scripts of ${release.name}: ${fault}`);
    if (faults.length > 0) process.exitCode = 1;
  },
};

const MIGRATE = join(ROOT, 'src/server/database/migrate.ts');
const VERSION = /^\d+\.\d+\.\d+$/;

/** The text below the heading of a version in a changelog; empty if there is none. */
export const notesOf = (changelog: string, version: string): string => {
  const sections = changelog.split(/^## /m).slice(1);
  const own = sections.find((section) => section.split(/\s/, 1)[0] === version) ?? '';
  return own.split('\n').slice(1).join('\n').trim();
};

/** The version that is worked on after a release: the next minor one. */
export const versionAfter = (version: string): string => {
  const [major, minor] = version.split('.').map(Number);
  return `${major}.${(minor ?? 0) + 1}.0-next`;
};

const faultOf = (version: string, notes: string): string | undefined => {
  const { version: present } = packageJson;
  if (!VERSION.test(version)) return 'Say the version, like: npm run release -- 0.3.0';
  if (!isNewer(version, present)) return `${version} is not above ${present}.`;
  if (notes === '')
    return `CHANGELOG.md has no notes under "## ${UNRELEASED}": what changes for operators and people?`;
  if (git('status', '--porcelain') !== '') return 'There are changes that are not committed.';
  return undefined;
};

const setVersion = async (version: string, message: string): Promise<void> => {
  await runProgram('npm', 'version', '--no-git-tag-version', version);
  git('commit', '--all', '--message', message);
};

const release: Command = {
  help: `npm run release -- 0.3.0: checks, sets the version, commits and tags it with the notes that CHANGELOG.md has under
"## Unreleased", and begins the next version. Run npm run test:all, test:engines and test:upgrade before. Push the
commits with the tag: git push --follow-tags`,
  allowPositionals: true,
  async run({ positionals: [version = ''] }) {
    const changelog = readFileSync(CHANGELOG, 'utf8');
    const notes = notesOf(changelog, UNRELEASED);
    const fault =
      faultOf(version, notes) ??
      ((await runProgram('npm', 'run', 'check')) ? undefined : 'The checks failed.');
    if (fault !== undefined) {
      console.error(fault);
      process.exitCode = 1;
      return;
    }
    writeFileSync(CHANGELOG, changelog.replace(`## ${UNRELEASED}`, `## ${version}`));
    await setVersion(version, `Release ${version}`);
    git(
      'tag',
      '--annotate',
      '--cleanup=verbatim',
      '--message',
      `${version}\n\n${notes}`,
      `v${version}`,
    );
    // Servers of this release run beside those of the next, and may start again on its database.
    const migrate = readFileSync(MIGRATE, 'utf8');
    writeFileSync(MIGRATE, migrate.replace(/(PREVIOUS_RELEASE = ')[^']*/, `$1${version}`));
    await setVersion(versionAfter(version), `Begin ${versionAfter(version)}`);
    console.log(`v${version} is tagged. Next: git push --follow-tags`);
  },
};

export const commands: Commands = {
  'check:api': checkApiCommand,
  'check:migrations': checkMigrationsCommand,
  release,
};
