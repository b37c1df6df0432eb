import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '#build/root.ts';

const REFUSED = [
  ['src/contract', '#server/app.ts'],
  ['src/contract', '#machines/otp.ts'],
  ['machines', '#web/api/client.ts'],
  ['machines', '#contract/calls/all-calls.ts'],
  ['machines', 'yup'],
  ['machines', 'react'],
  ['src/web', '#server/app.ts'],
  ['src/web', '../server/app.ts'],
  ['src/web', 'node:fs'],
  ['src/web/pages/x', '#web/api/client.ts'],
  ['src/web/pages/x', '../../api/client.ts'],
  ['src/web/ui', 'ofetch'],
  ['src/web/content', '#web/pages/x/y.tsx'],
  ['src/web/content', '../ui/y.ts'],
  ['src/web/content', '#server/app.ts'],
  ['src/server', '#web/api/client.ts'],
  ['src/server', '#machines/otp.ts'],
  ['src/web', '#charts/model/chart-edges.ts'],
  ['src/web/pages', '../../charts/model/chart-edges.ts'],
  ['src/charts', '#web/api/client.ts'],
  ['src/charts', '#server/app.ts'],
  ['src/charts/viewer/live', '../../../web/flows/login/login.ts'],
  ['src/web/pages/x', '#web/api/calls/login.ts'],
  ['src/web/ui', '#web/content/site.ts'],
  ['src/web/ui', '../routing/static-island.tsx'],
  ['src/web/layout', '#web/flows/login.ts'],
  ['src/web/marketing', '#web/pages/home/home.tsx'],
  ['src/web/forms', '#web/flows/login.ts'],
  ['src/web/flows', '#web/ui/button.tsx'],
  ['src/web/flows', 'ofetch'],
  ['src/web/api', '#web/flows/login.ts'],
  ['src/web/platform', '#web/routing/routes.tsx'],
  ['src/paths', '#tests/support/free-port.ts'],
  ['src/paths', '#build/root.ts'],
  ['src/build', '#tests/support/free-port.ts'],
] as const;

const ALLOWED = [
  ['machines', '#contract/email.ts'],
  ['src/web', '#machines/otp.ts'],
  ['src/web/content', '#contract/brand.ts'],
  ['src/server', '#contract/calls/all-calls.ts'],
  ['src/charts/viewer', '#web/styles/base.css'],
  ['src/charts', '#machines/otp.ts'],
] as const;

const fileOf = (source: string, imported: string): string =>
  `${source}/${imported.replaceAll(/[^a-z]+/g, '-')}.ts`;

let folder: string;
let output: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sitara-lint-'));
  copyFileSync(join(ROOT, 'biome.json'), join(folder, 'biome.json'));
  for (const [source, imported] of [...REFUSED, ...ALLOWED]) {
    const file = join(folder, fileOf(source, imported));
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

test.each(REFUSED)('a file of %s may not import %s', (source, imported) => {
  expect(output).toContain(`${fileOf(source, imported)}:1:`);
});

test.each(ALLOWED)('a file of %s may import %s', (source, imported) => {
  expect(output).not.toContain(`${fileOf(source, imported)}:1:`);
});
