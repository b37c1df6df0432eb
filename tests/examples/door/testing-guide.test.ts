import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '#build/root.ts';

test.each(['door.ts', 'door.paths.ts', 'door.test.ts', 'door.browser.test.ts'])(
  'docs/testing.md quotes %s as it runs',
  (file) => {
    const guide = readFileSync(join(ROOT, 'docs', 'testing.md'), 'utf8');
    const example = readFileSync(join(ROOT, 'tests', 'examples', 'door', file), 'utf8');
    expect(guide).toContain(`\`\`\`ts\n${example}\`\`\``);
  },
);

test('docs/testing.md quotes the paths as they are printed', () => {
  const guide = readFileSync(join(ROOT, 'docs', 'testing.md'), 'utf8');
  const [, quoted = 'missing'] =
    /`npm run paths -- otp` begins with:\n\n```\n([^`]*)```/.exec(guide) ?? [];
  const printed = readFileSync(join(ROOT, 'tests', 'paths', 'approved', 'otp.txt'), 'utf8');
  expect(printed.startsWith(quoted)).toBe(true);
});
