import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '#build/root.ts';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Sources that a change edits by hand; what commands generate is not among them. */
const sources = ['src', 'machines']
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      join(folder, name).replaceAll('\\', '/'),
    ),
  )
  .filter((file) => /\.(?:tsx?|css)$/.test(file))
  .map((file) => ({ file, text: read(file) }));
const page = read('CONTRIBUTING.md');
const sectionOf = (title: string): string =>
  page.split(/^## /m).find((part) => part.startsWith(`${title}\n`)) ?? '';

/** The paths of a section: numbered ones, and those in the sentences below. */
const pathsOf = (section: string) => ({
  listed: [...section.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, path = '']) => path),
  mentioned: [...section.matchAll(/(?<!^\d+\. )`((?:src|machines|tests|docs)\/[^`]+)`/gm)].map(
    ([, path = '']) => path,
  ),
});

type Values = Record<string, readonly string[]>;

/** The paths of an example: `<name>` becomes the example's values, a folder everything below it. */
const toPattern = (path: string, values: Values): RegExp =>
  new RegExp(
    `^${path
      .replaceAll('.', '\\.')
      .replaceAll(/<([a-z]+)>/g, (_, name: string) => `(?:${(values[name] ?? []).join('|')})`)}${
      path.endsWith('/') ? '.+' : '$'
    }`,
  );

const isThere = (path: string, values: Values): boolean => {
  if (!path.includes('<')) return existsSync(join(ROOT, path));
  const pattern = toPattern(path, values);
  return sources.some(({ file }) => pattern.test(file));
};

/** An existing example of each kind: its names, how sources mention it, and how many entries it may take. */
const kinds = [
  {
    title: 'Add a page',
    values: { page: ['about'] },
    mention: /['"#]\/about['"]|pages\/about\/|content\/about\.ts/,
    filesMax: 4,
  },
  {
    title: 'Add a chart',
    values: { chart: ['demo-request'], subject: ['demo'], page: ['demo'] },
    mention: /machines\/demo-request\.|\bdemoRequestMachine\b|flows\/demo-request\/demo-request\./,
    filesMax: 6,
  },
  {
    title: 'Add a call',
    values: { subject: ['auth', 'login'] },
    mention: /\bcurrentUser\b|\bCurrentUser(?:Answer|Response)\b/,
    filesMax: 6,
  },
  {
    title: 'Add a mail',
    values: { mail: ['password-changed'], subject: ['auth'] },
    mention: /\/(?:enqueue-)?password-changed|\bpasswordChangedMail\b|^ {2}passwordChanged:/m,
    filesMax: 5,
  },
  {
    title: 'Add a limit',
    values: { subject: ['leads'] },
    mention: /\bnetworkRates\.leads\b|\bleads: \{ name:/,
    filesMax: 3,
  },
  {
    title: 'Add a field to the wizard',
    values: { step: ['all-set'], number: ['\\d+'], name: ['[a-z-]+'] },
    mention: /\bdisplayName\b|\bdisplay_name\b/,
    filesMax: 10,
  },
] as const;

describe.each(kinds)('CONTRIBUTING.md, "$title"', ({ title, values, mention, filesMax }) => {
  const { listed, mentioned } = pathsOf(sectionOf(title));

  it('names files and folders that exist', () => {
    expect(listed.length).toBeGreaterThan(2);
    expect([...listed, ...mentioned].filter((path) => !isThere(path, values))).toEqual([]);
  });

  it('lists every file that mentions the example', () => {
    const files = sources.filter(({ text }) => mention.test(text)).map(({ file }) => file);
    expect(files.length).toBeGreaterThan(1);
    const patterns = [...listed, ...mentioned].map((path) => toPattern(path, values));
    const unlisted = files.filter((file) => !patterns.some((pattern) => pattern.test(file)));
    expect(unlisted).toEqual([]);
  });

  it(`takes at most ${filesMax} entries`, () => {
    expect(listed.length).toBeLessThanOrEqual(filesMax);
  });
});

describe('a number that browser and server share', () => {
  it('is one constant: the resend pause is declared in one file, and no document repeats it', () => {
    const declared = sources.filter(({ text }) => /\bRESEND_PAUSE_MS = /.test(text));
    expect(declared.map(({ file }) => file)).toEqual([expect.stringMatching(/^src\/contract\//)]);
    expect(read('docs/api.md')).toContain('`RESEND_PAUSE_MS`');
    expect(`${read('docs/api.md')}${read('SECURITY.md')}`).not.toMatch(
      /retryAfter": \d|every 30 s|per 30 s/,
    );
  });
});
