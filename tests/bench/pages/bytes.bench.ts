import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildAll, buildWithSourceMaps } from '#build/commands/build.ts';
import { ROOT } from '#build/root.ts';
import { isBuilt } from '#build/site/fingerprint.ts';
import { markdownTable } from '../markdown-table.ts';
import { budgets } from './budgets.ts';
import { scriptShares } from './script-shares.ts';
import { weighRoutes } from './weigh-routes.ts';

test('what the first visit of each page loads', async () => {
  if (!isBuilt()) await buildAll();
  const rows = weighRoutes(join(ROOT, 'dist'));
  console.table(rows);
  console.log(JSON.stringify(rows));
  expect(rows).toHaveLength(Object.keys(budgets).length);
});

test('what each kilobyte of script on the home page does', async () => {
  const folder = join(ROOT, '.cache', 'bench', 'source-maps');
  await buildWithSourceMaps(folder);
  const shares = scriptShares(folder, budgets['/']?.page ?? '');
  console.log(
    markdownTable(
      shares.map(({ part, minified, compressed }) => ({
        part,
        'minified, KB': (minified / 1000).toFixed(1),
        'compressed, KB': (compressed / 1000).toFixed(2),
      })),
    ),
  );
  expect(shares[0]?.part).toBe('react-dom');
});
