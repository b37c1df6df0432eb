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

/** An existing example of each kind: its names, and how sources mention it. */
const kinds = [
  {
    title: 'Add a page',
    values: { page: ['about'] },
    mention: /['"#]\/about['"]|pages\/about\/|content\/about\.ts/,
  },
  {
    title: 'Add a chart',
    values: { chart: ['demo-request'], subject: ['demo'], page: ['demo'] },
    mention: /machines\/demo-request\.|\bdemoRequestMachine\b|flows\/demo-request\./,
  },
  {
    title: 'Add a call',
    values: { subject: ['auth', 'sessions', 'session-list'] },
    mention: /\bendOtherSessions\b/,
  },
  {
    title: 'Add a mail',
    values: { mail: ['password-changed'], subject: ['auth/users'] },
    mention: /\/password-changed|\bpasswordChangedMail\b|^ {2}passwordChanged:/m,
  },
  {
    title: 'Add a limit',
    values: { subject: ['leads'] },
    mention: /\bnetworkRates\.leads\b|\bleads: \{ name:/,
  },
  {
    title: 'Add a field to the company step',
    values: { number: ['\\d+'], name: ['[a-z-]+'] },
    mention: /\bdepartments\b/i,
  },
  {
    title: 'Add a field to the last step of the wizard',
    values: { step: ['profile'], number: ['\\d+'], name: ['[a-z-]+'] },
    // WebAuthn has a member of that name.
    mention: /\bdisplayName\b(?!: (?:text\(\)|user\.name|'))|\bdisplay_name\b/,
  },
] as const;

describe.each(kinds)('CONTRIBUTING.md, "$title"', ({ title, values, mention }) => {
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
});

describe('a number that browser and server share', () => {
  it('is one constant: the resend pause is declared in one file of the contract', () => {
    const declared = sources.filter(({ text }) => /\bRESEND_PAUSE_MS = /.test(text));
    expect(declared.map(({ file }) => file)).toEqual([expect.stringMatching(/^src\/contract\//)]);
  });
});

describe('a required field of the company', () => {
  it('is in the samples that CONTRIBUTING.md names, and no other test writes a company out', () => {
    const samples = [
      'tests/support/server/sign-up-steps.ts',
      'tests/support/browser/forms/sign-up-form.ts',
      'tests/support/engines/forms.ts',
    ];
    const { mentioned } = pathsOf(sectionOf('Add a field to the company step'));
    expect(mentioned).toEqual(expect.arrayContaining(samples));
    const company = /\{(?=[^{}]*\bwebsite\b)(?=[^{}]*\bdepartments\b)[^{}]*\blocations?\b[^{}]*\}/;
    // What webhooks tell is a list of its own.
    const allowed = [...samples, 'tests/server/webhooks/events.test.ts'];
    const writers = readdirSync(join(ROOT, 'tests'), { recursive: true, encoding: 'utf8' })
      .map((name) => join('tests', name).replaceAll('\\', '/'))
      .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('tests/approved/'))
      .filter((file) => company.test(read(file)));
    expect(writers.filter((file) => !allowed.includes(file))).toEqual([]);
  });
});
