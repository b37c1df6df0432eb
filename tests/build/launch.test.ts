import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '#build/root.ts';
import { testConditions } from '#tests/support/each-condition.ts';

/** The mark of a file, with its comment. */
const SAMPLES =
  /^(?:\/\*\* What is sample content here[^\n]*\n)?export const samples = \{.*?^\};\n/gms;
const FILES = [
  'src/contract/brand.ts',
  ...['about', 'campaign', 'claim', 'customer-logos', 'home-static', 'plans', 'testimonials'].map(
    (name) => `src/web/content/${name}.ts`,
  ),
];

/** A copy of the project with all that a launch replaces replaced, and the settings of its server. */
let replaced: string;
const settings = {
  PUBLIC_URL: 'https://sitara.in',
  SMTP_URL: 'smtps://mail.sitara.in',
  SECRET_KEY: 'x'.repeat(32),
};

const launch = (root: string, env: Record<string, string>) =>
  spawnSync(process.execPath, ['src/build/run.js', 'launch'], {
    cwd: root,
    env: { PATH: process.env['PATH'], ...env },
    encoding: 'utf8',
  });

const edit = (file: string, change: (text: string) => string) => {
  const path = join(replaced, file);
  const before = readFileSync(path, 'utf8');
  const after = change(before);
  expect(after, file).not.toBe(before);
  writeFileSync(path, after);
};

beforeAll(() => {
  replaced = mkdtempSync(join(tmpdir(), 'launch-'));
  for (const name of ['src', 'machines', 'package.json'])
    cpSync(join(ROOT, name), join(replaced, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(replaced, 'node_modules'));
  for (const file of FILES)
    edit(file, (text) =>
      text
        .replaceAll(SAMPLES, '')
        .replaceAll(/sitara\.example/g, 'sitara.in')
        .replaceAll('sitara-example', 'sitara')
        .replace("source: 'sample'", "source: 'Survey of users, May 2026'"),
    );
});
afterAll(() => rmSync(replaced, { recursive: true }));

test('a fresh project lists what a launch has to replace, and fails', () => {
  const { status, stdout } = launch(ROOT, {});
  expect(status).toBe(1);
  for (const item of [
    /^src\/contract\/brand\.ts$/m,
    /^ {2}company: /m,
    /^ {2}phone: /m,
    /^ {2}offices: /m,
    /^ {2}siteAddress: /m,
    /^ {2}grievanceOfficer: /m,
    /^ {2}customerLogos: /m,
    /^ {2}testimonials: /m,
    /^ {2}founders: /m,
    /^ {2}prices: /m,
    /^ {2}userRating: 91% /m,
    /^ {2}SMTP_URL: /m,
    /^ {2}SECRET_KEY: /m,
    /^\d{2} left\. Help: docs\/launch\.md$/m,
  ])
    expect(stdout).toMatch(item);
});

test('with everything replaced, nothing is left', () => {
  expect(launch(replaced, settings)).toMatchObject({ status: 0, stdout: 'Nothing is left.\n' });
});

testConditions(
  [
    ['PUBLIC_URL', { PUBLIC_URL: 'https://another.in' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'www.sitara.in' }],
    ['SMTP_URL', { SMTP_URL: '' }],
    ['SECRET_KEY', { SECRET_KEY: '' }],
    ['SALES_EMAIL', { SALES_EMAIL: 'sales@sitara.example' }],
    ['MAIL_FROM', { MAIL_FROM: 'no-reply@sitara.example' }],
    ['MAIL_FROM', { MAIL_FROM: 'no-reply@example.com' }],
  ] as const,
  ([name, env]) => `${name} is missed: ${JSON.stringify(env)}`,
  async ([name, env]) => {
    const { status, stdout } = launch(replaced, { ...settings, ...env });
    expect(status).toBe(1);
    expect(stdout).toMatch(new RegExp(`^the environment\\n {2}${name}: .*\\n\\n1 left\\.`));
  },
);
