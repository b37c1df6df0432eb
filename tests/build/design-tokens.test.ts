import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '#build/root.ts';

const read = (file: string): string => readFileSync(join(ROOT, 'src', 'web', file), 'utf8');

test('a toast is removed when it has faded out', () => {
  const [, token] = /--quick: (\d+)ms;/.exec(read('styles/tokens.css')) ?? [];
  const [, constant] = /FADE_MS = (\d+);/.exec(read('ui/toast.ts')) ?? [];
  expect(read('ui/toaster.module.css')).toContain('opacity var(--quick)');
  expect(token).toBeDefined();
  expect(constant).toBe(token);
});
