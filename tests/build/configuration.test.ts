import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '#build/root.ts';
import { readSettings } from '#server/config/read-settings.ts';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const filesBelow = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.[jt]sx?$/.test(name))
    .map((name) => join(folder, name))
    .filter((file) => file !== join('tests', 'build', 'configuration.test.ts'));

const page = read('docs/configuration.md');
const variablesOf = (section: string): string[] => {
  const text = page.split(/^## /m).find((part) => part.startsWith(`${section}\n`)) ?? '';
  return [...text.matchAll(/^\| `([A-Z_]+)`/gm)].map(([, name = '']) => name).sort();
};
const distinct = (names: string[]): string[] => [...new Set(names)].sort();
const namesIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name);

/** Read by the code, but no setting: of the operating system, of Vite, of the browser package. */
const NO_SETTINGS = new Set(['PATH', 'DEV', 'SSR', 'AWS_LAMBDA_JS_RUNTIME', 'INIT_CWD']);
/** Error codes of Node, like EADDRINUSE. */
const SYSTEM_ERROR = /^E[A-Z]+$/;

describe('docs/configuration.md', () => {
  it('has every run variable that the server reads, and no other', () => {
    const sources = filesBelow('src/server/config')
      .map(read)
      .filter((text) => /\benv(?:ironment)?\b/i.test(text));
    const names = sources.flatMap((text) => [
      ...namesIn(text, /['"]([A-Z]{3,}(?:_[A-Z]+)*)['"]/g),
      ...namesIn(text, /^\s+([A-Z]{3,}(?:_[A-Z]+)*):/gm),
      ...namesIn(text, /\benv\.([A-Z_]+)\b/g),
    ]);
    const variables = names.filter((name) => !SYSTEM_ERROR.test(name));
    expect(variables.length).toBeGreaterThan(10);
    expect(distinct(variables)).toEqual(variablesOf('Run'));
  });

  it('has every build variable that the site and the build read, and no other', () => {
    const sources = [...filesBelow('src').map(read), read('vite.config.ts'), read('index.html')];
    const names = sources.flatMap((text) => namesIn(text, /\b(VITE_[A-Z_]*[A-Z]|FUNNEL)\b/g));
    expect(distinct(names)).toEqual(variablesOf('Build'));
  });

  it('has every test variable that the tests and commands read, and no other', () => {
    const files = ['src', 'tests'].flatMap(filesBelow);
    const sources = [...files, 'vitest.config.ts', 'vite.config.ts'].map(read);
    const others = new Set([...variablesOf('Run'), ...variablesOf('Build'), ...NO_SETTINGS]);
    const names = sources
      .flatMap((text) =>
        namesIn(text, /\b(?:process|import\.meta)\.env(?:\.|\[['"])([A-Z][A-Z_]*)\b/g),
      )
      .filter((name) => !others.has(name));
    expect(distinct(names)).toEqual(variablesOf('Test'));
  });
});

describe('.env.example', () => {
  const lines = read('.env.example').split('\n');
  const active = lines.flatMap((line) => {
    const [, name, value = ''] = /^([A-Z_]+)=(.*)$/.exec(line) ?? [];
    return name === undefined ? [] : [[name, value.replace(/^"(.*)"$/, '$1')] as const];
  });

  it('has every run variable once, and no other', () => {
    const names = lines.flatMap((line) => /^(?:# )?([A-Z_]+)=/.exec(line)?.[1] ?? []);
    expect([...names].sort()).toEqual(variablesOf('Run'));
  });

  it('sets the defaults: the server reads the same settings with and without it', () => {
    expect(readSettings(Object.fromEntries(active))).toEqual(readSettings({}));
  });
});
