import { parseArgs } from 'node:util';
import { type Arguments, type Command, type Commands, commandTable } from './command-table.ts';

/** Exit code of a command line that no command understands. */
const MISUSED = 2;

const HELP_OPTION = { help: { type: 'boolean', short: 'h' } } as const;

const overview = (): string => {
  const width = Math.max(...Object.keys(commandTable).map(({ length }) => length));
  return [
    'node src/build/run.js <command>   (or npm run <command> -- <words>)',
    '',
    ...Object.entries(commandTable).map(
      ([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`,
    ),
    '',
    'Each command explains its words with --help.',
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
  words: string[],
): Arguments => {
  const args = words.map((word) => {
    const value = word.startsWith('--') ? withoutValue[word.slice(2)] : undefined;
    return value === undefined ? word : `${word}=${value}`;
  });
  return parseArgs({
    args,
    options: { ...options, ...HELP_OPTION },
    allowPositionals,
    strict: true,
  });
};

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
  let words: Arguments;
  try {
    words = parse(command, args);
  } catch (error) {
    if (!isMisuse(error)) throw error;
    return reject(reasonOf(error), `node src/build/run.js ${name} --help`);
  }
  if (words.values['help']) {
    console.log(command.help);
    return undefined;
  }
  return command.run(words);
};
