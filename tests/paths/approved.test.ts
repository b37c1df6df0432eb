import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { charts } from '#charts/model/all-charts.ts';
import { allOptions } from '#paths/options/all-options.ts';
import { reportAsText } from '#paths/report/as-text.ts';
import { reportChart } from '#paths/report/chart-report.ts';

test.each(charts)('the paths of $name are the approved ones', ({ name, machine }) => {
  const approved = readFileSync(new URL(`approved/${name}.txt`, import.meta.url), 'utf8');
  const current = `${reportAsText(machine, reportChart(name, machine, allOptions[name] ?? { events: [] }))}\n`;
  expect(current, 'If the change is intended: npm run paths -- --approve').toBe(approved);
});
