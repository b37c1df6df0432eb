import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../root.ts';
import { documentModules } from './prerender.ts';

const FOLDER = join(ROOT, '.cache', 'page-modules');

/** What the pages of one test file loaded when all of its tests last passed. */
export interface PageRecord {
  /** When the file began, in milliseconds since 1970. */
  startedAt: number;
  /** The modules of the scripts, styles and documents that were requested, from the top folder. */
  modules: string[];
}

const recordFile = (testFile: string): string => join(FOLDER, `${testFile}.json`);

/** The record of a test file, given from the top folder; undefined if there is none. */
export const readPageRecord = (testFile: string): PageRecord | undefined => {
  const file = recordFile(testFile);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
};

/** Replaces the record of a test file. */
export const writePageRecord = (testFile: string, record: PageRecord): void => {
  const file = recordFile(testFile);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(record));
};

/**
 * The modules behind the addresses that pages requested from a built site, sorted. An address that
 * the build has no part in, such as a call of the API, has none.
 *
 * @param dist the folder of the build
 * @param paths paths of addresses: `/pricing`, `/assets/site-BcD3.js`
 */
export const modulesBehind = (dist: string, paths: Iterable<string>): string[] => {
  const assets: Record<string, string[]> = JSON.parse(
    readFileSync(join(dist, 'asset-modules.json'), 'utf8'),
  );
  const modulesOf = (path: string): string[] => {
    const asset = assets[path.slice(1)];
    if (asset) return asset;
    const page = documentModules(path);
    if (page.length > 0) return page;
    return path !== '/' && existsSync(join(ROOT, 'public', path)) ? [`public${path}`] : [];
  };
  return [...new Set([...paths].flatMap(modulesOf))].sort();
};
