import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { describeAll } from '#build/charts/describe-all.ts';
import { ROOT } from '#build/root.ts';
import { chartDocFiles, writeChartsJson } from '#charts/chart-docs/chart-doc-files.ts';
import { charts } from '#charts/model/all-charts.ts';

const described = describeAll();
const eventsOf = (name: string) => described.find((chart) => chart.name === name)?.events ?? [];
const sendersOf = (name: string, type: string) =>
  eventsOf(name).find((event) => event.type === type)?.senders;

const files = await chartDocFiles(described, charts);
const MACHINES = join(ROOT, 'machines');

test.each([...files.keys()])('machines/%s is what npm run charts generates', (file) => {
  const committed = readFileSync(join(MACHINES, file), 'utf8');
  expect(committed === files.get(file), `machines/${file} is stale: npm run charts`).toBe(true);
});

test('the documents have one page per chart, drawings of large ones, and no other file', () => {
  const pages = [...files.keys()].filter((file) => file.endsWith('.md'));
  expect(pages).toEqual(['README.md', ...charts.map(({ name }) => `chart-docs/${name}.md`)]);
  const committed = readdirSync(join(MACHINES, 'chart-docs')).map((file) => `chart-docs/${file}`);
  expect(['README.md', ...committed].sort()).toEqual([...files.keys()].sort());
});

test('every relative link of the documents leads to a file', () => {
  const links = [...files].flatMap(([file, text]) =>
    [...text.matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(([, link = '']) => ({ file, link })),
  );
  expect(links.length).toBeGreaterThan(2 * charts.length);
  const broken = links.filter(({ file, link }) => !existsSync(join(MACHINES, dirname(file), link)));
  expect(broken).toEqual([]);
});

test('every event of every chart has a sender, and every chart a purpose', () => {
  const orphans = described.flatMap(({ name, events }) =>
    events.filter(({ senders }) => senders.length === 0).map(({ type }) => `${name}: ${type}`),
  );
  expect(orphans).toEqual([]);
  expect(described.filter(({ purpose }) => purpose === '')).toEqual([]);
});

test('senders are found in views, in the page itself, in the chart, and around it', () => {
  expect(sendersOf('login', 'consent.withdrawn')).toEqual([
    { by: 'person', files: ['src/web/pages/login/passkey-login.tsx'] },
  ]);
  expect(sendersOf('profile-step', 'back.requested')).toEqual([
    { by: 'program', files: ['src/web/flows/sign-up.ts'] },
  ]);
  expect(sendersOf('person-step', 'session.ended')).toEqual([{ by: 'chart' }]);
  expect(sendersOf('otp', 'code.submitted')).toContainEqual({ by: 'parent', of: 'login' });
});

test('the JSON has every chart with its definition, the same every time', () => {
  const json = writeChartsJson(charts, described);
  expect(json).toBe(writeChartsJson(charts, describeAll()));
  const parsed = JSON.parse(json) as { charts: { name: string; definition: { id: string } }[] };
  expect(parsed.charts.map(({ name, definition }) => [name, definition.id])).toEqual(
    charts.map(({ name, machine }) => [name, machine.id]),
  );
});
