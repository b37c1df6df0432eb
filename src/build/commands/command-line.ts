import { type ParseArgsConfig, parseArgs } from 'node:util';

/** The arguments after a command's name, as `node:util` parseArgs returns them. */
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
  /** Whether it takes arguments that are no options. */
  allowPositionals?: boolean;
  /** Resolves with the URL of a module that Node imports next, if the command ends by starting one. */
  run(args: Arguments): unknown;
}

/** A command of the server's bundle, which parses its own arguments; resolves like `Command.run`. */
export interface ServerCommand {
  runServerCommand(args: string[]): unknown;
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
  test: { summary: 'checks and all tests but the long ones', file: 'build/testing/tests.ts' },
  'test:all': { summary: 'the same in further conditions', file: 'build/testing/tests.ts' },
  'test:long': {
    summary: 'tests that need minutes or root',
    file: 'build/testing/test-suites.ts',
  },
  'test:pooler': {
    summary: 'server tests behind PgBouncer',
    file: 'build/testing/test-suites.ts',
  },
  'test:engines': {
    summary: 'core journeys in each engine',
    file: 'build/testing/test-suites.ts',
  },
  'test:upgrade': {
    summary: 'the last release beside this one',
    file: 'build/testing/test-suites.ts',
  },
  'test:nodes': {
    summary: 'a start and the unit tests on each Node',
    file: 'build/testing/test-nodes.ts',
  },
  'test:mutations': {
    summary: 'faults that tests must notice',
    file: 'build/testing/test-mutations.ts',
  },
  visual: {
    summary: 'approved pictures of pages and states',
    file: 'build/testing/test-suites.ts',
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
  audit: { summary: 'known vulnerabilities of packages', file: 'build/testing/audit.ts' },
  charts: { summary: 'write the documents of the charts', file: 'build/commands/generate.ts' },
  paths: { summary: 'test paths through the charts', file: 'paths/command/command.ts' },
  company: { summary: 'manage companies and accounts', file: 'build/commands/build.ts' },
  funnel: { summary: 'where people stop in the charts', file: 'build/commands/build.ts' },
  leads: { summary: 'export demo requests', file: 'build/commands/build.ts' },
  'draw-icons': { summary: 'draw the icons', file: 'build/commands/generate.ts' },
  'subset-font': { summary: 'subset the heading font', file: 'build/commands/generate.ts' },
};

/** Exit code of a command line that no command understands. */
const MISUSED = 2;

const HELP_OPTION = { help: { type: 'boolean', short: 'h' } } as const;

const overview = (): string => {
  const width = Math.max(...Object.keys(commandTable).map(({ length }) => length));
  return [
    'node src/build/run.js <command>   (or npm run <command> -- <arguments>)',
    '',
    ...Object.entries(commandTable).map(
      ([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`,
    ),
    '',
    'Each command explains its arguments with --help.',
  ].join('\n');
};

/** Prints one line and sets the exit code. */
const reject = (reason: string, help: string): undefined => {
  console.error(`${reason}. Help: ${help}`);
  process.exitCode = MISUSED;
};

/** The first sentence of an error of parseArgs; the rest explains parseArgs itself. */
const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split(/\. |\n/, 1)[0] ?? '';

const isMisuse = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');

const parse = (
  { options, withoutValue = {}, allowPositionals = false }: Command,
  args: string[],
): Arguments =>
  parseArgs({
    args: args.map((arg) => {
      const value = arg.startsWith('--') ? withoutValue[arg.slice(2)] : undefined;
      return value === undefined ? arg : `${arg}=${value}`;
    }),
    options: { ...options, ...HELP_OPTION },
    allowPositionals,
    strict: true,
  });

/**
 * Runs the command that the first word names. An unknown command or option is one line on stderr
 * and exit code 2; `--help` prints the help and does nothing else.
 *
 * @param load imports a TypeScript file, given by its path from `src/`
 * @returns the URL of a module that Node has to import next, if the command asks for one
 */
export const runCommandLine = async (
  [name, ...args]: string[],
  load: (file: string) => Promise<unknown>,
): Promise<unknown> => {
  if (name === undefined || name === '--help' || name === '-h') {
    console.log(overview());
    if (name === undefined) process.exitCode = MISUSED;
    return undefined;
  }
  const entry = Object.hasOwn(commandTable, name) ? commandTable[name] : undefined;
  if (!entry) return reject(`Unknown command '${name}'`, 'node src/build/run.js --help');
  const { commands } = (await load(entry.file)) as { commands: Commands };
  const command = commands[name];
  if (!command) throw new Error(`${entry.file} has no command ${name}`);
  if ('runServerCommand' in command) return command.runServerCommand(args);
  let parsed: Arguments;
  try {
    parsed = parse(command, args);
  } catch (error) {
    if (!isMisuse(error)) throw error;
    return reject(reasonOf(error), `node src/build/run.js ${name} --help`);
  }
  if (parsed.values['help']) {
    console.log(command.help);
    return undefined;
  }
  return command.run(parsed);
};
