import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { ROOT } from '../root.ts';

/** Generous for a busy machine: the server makes a database before it listens. */
const START_MS = 120_000;
const STOP_MS = 30_000;

const ADDRESS = /https?:\/\/localhost:(\d+)/;
/** What Node prints on stderr by itself, like a deprecation; the server's own lines have no such start. */
const NODE_WARNING = /^\(node:\d+\) /;

/** The lines of an output that are warnings of Node itself, each once and without the number of the process. */
export const nodeWarnings = (output: string): string[] => [
  ...new Set(
    output
      // A reporter may have begun the line.
      .split(/\n|(?=\(node:\d+\) )/)
      .filter((line) => NODE_WARNING.test(line) && /Warning\b/.test(line))
      .map((line) => line.replace(NODE_WARNING, '')),
  ),
];

const portOf = async (output: NodeJS.ReadableStream): Promise<string | undefined> => {
  for await (const line of createInterface({ input: output })) {
    const port = ADDRESS.exec(line)?.[1];
    if (port !== undefined) return port;
  }
  return undefined;
};

const faultOfAnswer = async (url: string, expected: string): Promise<string[]> => {
  const response = await fetch(url);
  const body = await response.text();
  return response.status === 200 && body.includes(expected)
    ? []
    : [`${new URL(url).pathname} answered ${response.status}: ${body.slice(0, 80)}`];
};

/**
 * Starts the built server with a Node, on an embedded database of its own, asks it for its health and for
 * the home page, and stops it.
 *
 * @returns what is wrong: answers, anything on stderr, an exit code other than 0; empty if nothing is
 */
export const checkStart = async (program: string): Promise<string[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'start-check-'));
  const server = spawn(program, [join(ROOT, 'dist', 'server', 'main.js')], {
    // Nothing of this terminal's settings: the defaults have to start.
    env: { PATH: process.env['PATH'], PORT: '0', DATA_DIR: folder, DRAIN_MS: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: START_MS,
    killSignal: 'SIGKILL',
  });
  const end = once(server, 'exit').catch((error: Error) => [error.message, null]);
  const complaints = text(server.stderr);
  const faults: string[] = [];
  try {
    const port = await portOf(server.stdout);
    if (port === undefined) faults.push('the server did not start');
    else {
      // The rest of its output: a full pipe would stop it.
      server.stdout.resume();
      const origin = `http://127.0.0.1:${port}`;
      faults.push(...(await faultOfAnswer(`${origin}/healthz`, '')));
      faults.push(...(await faultOfAnswer(`${origin}/`, '<h1')));
    }
  } catch (error) {
    faults.push(String(error));
  }
  server.kill('SIGTERM');
  const stuck = setTimeout(() => server.kill('SIGKILL'), STOP_MS);
  const [code, signal] = await end;
  clearTimeout(stuck);
  if (code !== 0) faults.push(`the server ended with ${code ?? signal}`);
  const lines = (await complaints).split('\n').filter((line) => line !== '');
  rmSync(folder, { recursive: true, force: true });
  return [...faults, ...lines];
};
