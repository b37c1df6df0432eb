import { spawnSync } from 'node:child_process';

/** The path of the first of these programs that is installed. */
export const findExecutable = (...names: string[]): string | undefined =>
  names
    .map((name) => spawnSync('which', [name], { encoding: 'utf8' }).stdout.trim())
    .find((path) => path !== '');
