import { fileURLToPath } from 'node:url';
import type { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { MS_PER_S } from '#contract/durations.ts';
import { importModule } from '../load-chart.ts';
import { DEFAULT_LIMITS, type SearchLimits } from '../path-options.ts';

const HELP = `npm run paths: every chart, with its states, edges, paths and steps.
npm run paths -- login                a set of paths that covers every edge of a chart
npm run paths -- login --pairs        paths that take every pair of consecutive edges, and the pairs that
                                      cannot be, with the reason
npm run paths -- login --to leaving   the shortest path to a state; without a chart, of every chart
npm run paths -- --coverage           which edges the last browser run took, and which it missed
npm run paths -- --approve            renews tests/paths/approved, the paths that the tests expect
npm run paths -- --events-from login.recording.json
                                      replays the events that the live view of the charts saved, or
                                      with a chart before it a JSON list of events; exit code 1 and
                                      the first event that behaves differently, if there is one
--json                                prints paths for other tools
--strict                              exit code 1 where an edge or a state is not covered

Limits of the search; options may have them as "limits": { "seconds": … }, flags come first:
--configurations 10000                what is not found within them is said to be not found
--seconds 60, --megabytes 1024        the command ends with a sentence and exit code 1 beyond them

A chart of your own: the path of a file that exports it, as default or as its only chart.
npm run paths -- ./door.ts            its paths, with the events of its export "options", else of
                                      door.paths.ts beside it, else each event type without payload
          --export doorMachine        one of several charts in the file
          --events events.json        a JSON list of events, { "events": […], "inputs": […] }, or a
                                      module with an export "options"
          --template                  writes door.paths.ts: events, answers of actors and inputs
                                      with sample values of their types; overwrites nothing
          --approve                   writes door.paths.txt beside it
          --pairs, --to, --json, --events-from   as above`;

const OPTIONS = {
  approve: { type: 'boolean' },
  configurations: { type: 'string' },
  coverage: { type: 'boolean' },
  events: { type: 'string' },
  'events-from': { type: 'string' },
  export: { type: 'string' },
  json: { type: 'boolean' },
  megabytes: { type: 'string' },
  pairs: { type: 'boolean' },
  seconds: { type: 'string' },
  strict: { type: 'boolean' },
  template: { type: 'boolean' },
  to: { type: 'string' },
} as const;

/** The words of the command, and what its worker reports. */
export interface PathsArguments {
  values: ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'];
  positionals: string[];
  limits?: Partial<SearchLimits>;
  /** Is called with the limits of flags and options, before the search begins. */
  onLimits?: (limits: SearchLimits) => void;
}

const LIMITS = ['configurations', 'seconds', 'megabytes'] as const;

const limitsIn = (values: PathsArguments['values']): Partial<SearchLimits> =>
  Object.fromEntries(
    LIMITS.flatMap((name) => {
      const word = values[name];
      if (word === undefined) return [];
      if (!(Number(word) > 0)) throw new Error(`--${name} needs a positive number, not ${word}`);
      return [[name, Number(word)]];
    }),
  );

const fail = (reason: unknown): void => {
  process.stderr.write(`${reason instanceof Error ? reason.message : reason}\n`);
  process.exitCode = 1;
};

const OUTPUT = fileURLToPath(new URL('output.ts', import.meta.url));

/** Loads the charts and prints; in a worker, because a chart may loop or grow endlessly. */
const runHere = async (words: PathsArguments): Promise<void> => {
  try {
    const { printPaths } = (await importModule(OUTPUT)) as typeof import('./output.ts');
    await printPaths({ ...words, onLimits: (limits) => parentPort?.postMessage(limits) });
  } catch (error) {
    fail(error);
  }
};

/**
 * Runs the same command line in a worker, and ends it with one sentence where it needs more time or
 * memory than the limits allow. Options with another limit of memory start it again.
 */
const runInWorker = (given: Partial<SearchLimits>): Promise<void> =>
  new Promise((resolve) => {
    const { seconds, megabytes } = { ...DEFAULT_LIMITS, ...given };
    const worker = new Worker(process.argv[1] ?? '', {
      argv: process.argv.slice(2),
      resourceLimits: { maxOldGenerationSizeMb: megabytes },
    });
    const giveUpAfter = (time: number) =>
      setTimeout(() => {
        fail(
          `The search took longer than ${time} s: a guard or an action never returns, or the chart needs more (--seconds).`,
        );
        void worker.terminate();
      }, time * MS_PER_S);
    let timer = giveUpAfter(seconds);
    let end: () => unknown = resolve;
    worker.on('message', (limits: SearchLimits) => {
      clearTimeout(timer);
      if (limits.megabytes === megabytes) timer = giveUpAfter(limits.seconds);
      else {
        end = () => resolve(runInWorker({ ...limits, ...given, megabytes: limits.megabytes }));
        void worker.terminate();
      }
    });
    worker.on('error', (error) =>
      fail(
        'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? `The search needs more than ${megabytes} MB: its contexts grow too large (--megabytes), or there are too many (--configurations).`
          : error,
      ),
    );
    worker.on('exit', (code) => {
      clearTimeout(timer);
      if (end === resolve && code !== 0) process.exitCode = code;
      end();
    });
  });

/** Prints paths through the charts; an unknown chart or state is one error text and exit code 1. */
export const commands = {
  paths: {
    help: HELP,
    options: OPTIONS,
    allowPositionals: true,
    async run(words: PathsArguments): Promise<void> {
      try {
        const limits = limitsIn(words.values);
        await (isMainThread ? runInWorker(limits) : runHere({ ...words, limits }));
      } catch (error) {
        fail(error);
      }
    },
  },
};
