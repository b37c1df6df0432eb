import { readFile } from 'node:fs/promises';
import type { ContentPolicy, InlineHashes } from '../config/app-config.ts';

const EMPTY: ContentPolicy = {
  documents: {},
  connect: [],
  frame: [],
  scriptOrigins: [],
  payment: [],
};

// A semicolon or space in an entry would inject further directives.
const isSource = (entry: unknown): entry is string =>
  typeof entry === 'string' && /^[^\s;,]+$/.test(entry);

const sources = (value: unknown, key: string): string[] => {
  if (value === undefined) return [];
  if (!Array.isArray(value) || !value.every(isSource))
    throw new Error(`csp.json of the build is malformed: ${key}`);
  return value;
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const documents = (value: unknown = {}): Record<string, InlineHashes> => {
  if (!isRecord(value)) throw new Error('csp.json of the build is malformed: documents');
  return Object.fromEntries(
    Object.entries(value).map(([path, hashes]) => {
      const { scripts, styles } = isRecord(hashes) ? hashes : {};
      return [path, { scripts: sources(scripts, path), styles: sources(styles, path) }];
    }),
  );
};

/**
 * Reads the hashes and origins that the build wrote for the content security policy.
 *
 * @returns empty lists if the file does not exist
 * @throws if the file is malformed
 */
export const readContentPolicy = async (file: string): Promise<ContentPolicy> => {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return EMPTY;
  const policy: Record<string, unknown> = JSON.parse(text);
  return {
    documents: documents(policy['documents']),
    connect: sources(policy['connect'], 'connect'),
    frame: sources(policy['frame'], 'frame'),
    scriptOrigins: sources(policy['scriptOrigins'], 'scriptOrigins'),
    payment: sources(policy['payment'], 'payment'),
  };
};
