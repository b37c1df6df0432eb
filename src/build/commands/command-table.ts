import type { ParseArgsConfig } from 'node:util';

/** The words after a command's name, as `node:util` parseArgs returns them. */
export interface Arguments {
  values: Record<string, string | boolean | (string | boolean)[] | undefined>;
  positionals: string[];
}

/** A command of the project. */
export interface Command {
  /** Printed by `--help`. */
  help: string;
  /** The options it takes besides `--help`; any other is an error. */
  options?: NonNullable<ParseArgsConfig['options']>;
  /** Options that may stand alone (`--changed`), with their value then; any other value follows `=`. */
  withoutValue?: Record<string, string>;
  /** Whether it takes words that are no options. */
  allowPositionals?: boolean;
  /** Resolves with the URL of a module that Node imports next, if the command ends by starting one. */
  run(words: Arguments): unknown;
}

/** A command of the server's bundle, which parses its own words; resolves like `Command.run`. */
export interface ServerCommand {
  runServerCommand(words: string[]): unknown;
}

/** What a file of commands exports as `commands`, by their names. */
export type Commands = Record<string, Command | ServerCommand>;

interface Entry {
  summary: string;
  /** The file that exports the command, from `src/`. */
  file: string;
}

/** Every command by its name; `npm run <name>` calls it where package.json has such a script. */
export const commandTable: Record<string, Entry> = {
  start: { summary: 'serve site and API', file: 'build/commands/build.ts' },
  dev: { summary: 'serve both with hot reload', file: 'build/commands/dev.ts' },
  build: { summary: 'build site and server into dist', file: 'build/commands/build.ts' },
  test: { summary: 'checks and all tests but the long ones', file: 'build/commands/tests.ts' },
  'test:all': { summary: 'the same in every condition', file: 'build/commands/tests.ts' },
  'test:long': {
    summary: 'tests that need minutes or root',
    file: 'build/commands/test-suites.ts',
  },
  'test:pooler': {
    summary: 'server tests behind PgBouncer',
    file: 'build/commands/test-suites.ts',
  },
  'test:engines': {
    summary: 'core journeys in each engine',
    file: 'build/commands/test-suites.ts',
  },
  'test:upgrade': {
    summary: 'the last release beside this one',
    file: 'build/commands/test-suites.ts',
  },
  'test:nodes': {
    summary: 'a start and the unit tests on each Node',
    file: 'build/commands/test-nodes.ts',
  },
  'test:mutations': {
    summary: 'faults that tests must notice',
    file: 'build/commands/test-mutations.ts',
  },
  visual: {
    summary: 'approved pictures of pages and states',
    file: 'build/commands/test-suites.ts',
  },
  'check:migrations': {
    summary: 'whether servers of the last release survive a migration',
    file: 'build/commands/releases.ts',
  },
  'check:api': {
    summary: 'whether scripts of the last release can use the API',
    file: 'build/commands/releases.ts',
  },
  release: {
    summary: 'check, set the version, commit and tag',
    file: 'build/commands/releases.ts',
  },
  launch: { summary: 'what a launch still has to replace', file: 'build/commands/launch.ts' },
  audit: { summary: 'known vulnerabilities of packages', file: 'build/commands/audit.ts' },
  charts: { summary: 'write the documents of the charts', file: 'build/commands/generate.ts' },
  paths: { summary: 'test paths through the charts', file: 'paths/command/command.ts' },
  company: { summary: 'manage companies and accounts', file: 'build/commands/build.ts' },
  funnel: { summary: 'where people stop in the charts', file: 'build/commands/build.ts' },
  leads: { summary: 'export demo requests', file: 'build/commands/build.ts' },
  'draw-icons': { summary: 'draw the icons', file: 'build/commands/generate.ts' },
  'subset-font': { summary: 'subset the heading font', file: 'build/commands/generate.ts' },
};
