import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../root.ts';
import { type Mutation, mutate } from './mutation.ts';

const COPY = join(ROOT, '.cache', 'mutations');
/** What is not copied. The packages are linked. */
const OMITTED = new Set(['.cache', '.data', '.git', 'dist', 'node_modules']);

/** Copies the project, with its uncommitted changes, and returns the folder of the copy. */
export const copyProject = (): string => {
  rmSync(COPY, { recursive: true, force: true });
  mkdirSync(COPY, { recursive: true });
  for (const name of readdirSync(ROOT))
    if (!OMITTED.has(name)) cpSync(join(ROOT, name), join(COPY, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(COPY, 'node_modules'), 'junction');
  return COPY;
};

/**
 * Runs `work` while the copied file is mutated.
 *
 * @throws if the mutation does not apply
 */
export const withMutation = async <Result>(
  copy: string,
  mutation: Mutation,
  work: () => Promise<Result>,
): Promise<Result> => {
  const file = join(copy, mutation.file);
  const original = readFileSync(file, 'utf8');
  writeFileSync(file, mutate(original, mutation));
  try {
    return await work();
  } finally {
    writeFileSync(file, original);
  }
};
