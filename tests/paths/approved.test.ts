import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { charts } from '#charts/all-charts.ts';
import { allOptions } from '#tests/charts/all-options.ts';
import { reportAsText } from '#tests/support/path-report/as-text.ts';
import { reportChart } from '#tests/support/path-report/chart-report.ts';

test.each(charts)('$name goes as it was approved', ({ name, machine }) => {
  const approved = readFileSync(new URL(`approved/${name}.txt`, import.meta.url), 'utf8');
  const found = `${reportAsText(machine, reportChart(name, machine, allOptions[name] ?? { events: [] }))}\n`;
  expect(found, 'If this is meant, renew it: npm run paths -- --approve').toBe(approved);
});
