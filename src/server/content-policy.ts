import { readFile } from 'node:fs/promises';
import type { ContentPolicy } from './config.ts';

const EMPTY: ContentPolicy = {
  scripts: [],
  styles: [],
  connect: [],
  frame: [],
  scriptOrigins: [],
  payment: [],
};

// A stray semicolon or space would let one entry write further directives.
const isSource = (entry: unknown): entry is string =>
  typeof entry === 'string' && /^[^\s;,]+$/.test(entry);

const sources = (value: unknown, key: string): string[] => {
  if (value === undefined) return [];
  if (!Array.isArray(value) || !value.every(isSource))
    throw new Error(`The content policy of the build is damaged: ${key}`);
  return value;
};

/**
 * Reads what the build wrote down about its scripts and origins.
 *
 * @returns empty lists when there is no such file
 * @throws when the file isn't what the build writes
 */
export const readContentPolicy = async (file: string): Promise<ContentPolicy> => {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return EMPTY;
  const policy: Record<string, unknown> = JSON.parse(text);
  return {
    scripts: sources(policy['scripts'], 'scripts'),
    styles: sources(policy['styles'], 'styles'),
    connect: sources(policy['connect'], 'connect'),
    frame: sources(policy['frame'], 'frame'),
    scriptOrigins: sources(policy['scriptOrigins'], 'scriptOrigins'),
    payment: sources(policy['payment'], 'payment'),
  };
};
