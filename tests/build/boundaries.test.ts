import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '#build/root.ts';

const REFUSED = [
  ['src/contract', '#server/app.ts'],
  ['src/contract', '#machines/otp.ts'],
  ['machines', '#web/api.ts'],
  ['machines', '#contract/schemas.ts'],
  ['machines', 'yup'],
  ['machines', 'react'],
  ['src/web', '#server/app.ts'],
  ['src/web', '../server/app.ts'],
  ['src/web', 'node:fs'],
  ['src/web/pages/x', '#web/api.ts'],
  ['src/web/pages/x', '../../api.ts'],
  ['src/web/ui', 'ofetch'],
  ['src/web/content', '#web/pages/x/y.tsx'],
  ['src/web/content', '../ui/y.ts'],
  ['src/web/content', '#server/app.ts'],
  ['src/server', '#web/api.ts'],
  ['src/server', '#machines/otp.ts'],
  ['src/web', '#charts/chart-edges.ts'],
  ['src/web/pages', '../../charts/chart-edges.ts'],
  ['src/charts', '#web/api.ts'],
  ['src/charts', '#server/app.ts'],
  ['src/charts/live', '../../web/actors/login.ts'],
] as const;

const ALLOWED = [
  ['machines', '#contract/email.ts'],
  ['src/web', '#machines/otp.ts'],
  ['src/web/content', '#contract/brand.ts'],
  ['src/server', '#contract/schemas.ts'],
  ['src/charts/viewer', '#web/styles/base.css'],
  ['src/charts', '#machines/otp.ts'],
] as const;

const fileOf = (room: string, imported: string): string =>
  `${room}/${imported.replaceAll(/[^a-z]+/g, '-')}.ts`;

let folder: string;
let output: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sitara-lint-'));
  copyFileSync(join(ROOT, 'biome.json'), join(folder, 'biome.json'));
  for (const [room, imported] of [...REFUSED, ...ALLOWED]) {
    const file = join(folder, fileOf(room, imported));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `import '${imported}';\n`);
  }
  const { stdout, stderr } = spawnSync(
    join(ROOT, 'node_modules', '.bin', 'biome'),
    [
      'lint',
      '--only=style/noRestrictedImports',
      '--vcs-enabled=false',
      '--max-diagnostics=none',
      '--colors=off',
      '.',
    ],
    { cwd: folder, encoding: 'utf8' },
  );
  output = stdout + stderr;
});
afterAll(() => rmSync(folder, { recursive: true }));

test.each(REFUSED)('a file of %s may not import %s', (room, imported) => {
  expect(output).toContain(`${fileOf(room, imported)}:1:`);
});

test.each(ALLOWED)('a file of %s may import %s', (room, imported) => {
  expect(output).not.toContain(`${fileOf(room, imported)}:1:`);
});
