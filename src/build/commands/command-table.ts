import type { ParseArgsConfig } from 'node:util';

/** The words after a command's name, as `node:util` parseArgs returns them. */
export interface Words {
  values: Record<string, string | boolean | (string | boolean)[] | undefined>;
  positionals: string[];
}

/** What a command's file exports as `command`. */
export interface Command {
  /** Printed by `--help`. */
  help: string;
  /** The options it takes besides `--help`; any other is an error. */
  options?: NonNullable<ParseArgsConfig['options']>;
  /** Whether it takes words that are no options. */
  allowPositionals?: boolean;
  /** Resolves with the URL of a module that Node imports next, if the command ends by starting one. */
  run(words: Words): unknown;
}

/** A command of the server's bundle, which parses its own words; resolves like `Command.run`. */
export interface ServerCommand {
  runServerCommand(words: string[]): unknown;
}

interface Entry {
  summary: string;
  /** The file that exports the command, from `src/`. */
  file: string;
}

/** Every command by its name; `npm run <name>` calls it where package.json has such a script. */
export const commandTable: Record<string, Entry> = {
  start: { summary: 'serve site and API', file: 'build/commands/start.ts' },
  dev: { summary: 'serve both with hot reload', file: 'build/commands/dev.ts' },
  build: { summary: 'build site and server into dist', file: 'build/commands/build.ts' },
  check: { summary: 'types, lint, format, unused code', file: 'build/commands/check.ts' },
  test: { summary: 'checks and all tests but the long ones', file: 'build/commands/test.ts' },
  'test:long': { summary: 'tests that need minutes or root', file: 'build/commands/test-long.ts' },
  'test:pooler': {
    summary: 'server tests behind PgBouncer',
    file: 'build/commands/test-pooler.ts',
  },
  'test:engines': {
    summary: 'core journeys in each engine',
    file: 'build/commands/test-engines.ts',
  },
  'test:coverage': {
    summary: 'lines of server and contract that tests run',
    file: 'build/commands/test-coverage.ts',
  },
  'test:mutations': {
    summary: 'faults that tests must notice',
    file: 'build/commands/test-mutations.ts',
  },
  looks: { summary: 'approved pictures of pages and states', file: 'build/commands/looks.ts' },
  bench: { summary: 'benchmarks', file: 'build/commands/bench.ts' },
  audit: { summary: 'known vulnerabilities of packages', file: 'build/commands/audit.ts' },
  charts: { summary: 'write the atlas of the charts', file: 'build/commands/charts.ts' },
  paths: { summary: 'test paths through the charts', file: 'paths/command.ts' },
  company: { summary: 'manage companies and accounts', file: 'build/commands/company.ts' },
  leads: { summary: 'export demo requests', file: 'build/commands/leads.ts' },
  'draw-icons': { summary: 'draw the icons', file: 'build/commands/draw-icons.ts' },
  'subset-font': { summary: 'subset the heading font', file: 'build/commands/subset-font.ts' },
};
