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
