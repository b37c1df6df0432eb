import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildAll } from '#build/commands/build.ts';
import { ROOT } from '#build/root.ts';
import { isBuilt } from '#build/site/fingerprint.ts';
import { budgets } from './budgets.ts';
import { weighRoutes } from './weigh-routes.ts';

test('what the first visit of each page loads', async () => {
  if (!isBuilt()) await buildAll();
  const rows = weighRoutes(join(ROOT, 'dist'));
  console.table(rows);
  console.log(JSON.stringify(rows));
  expect(rows).toHaveLength(Object.keys(budgets).length);
});
