import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeAll } from '#build/describe-all.ts';
import { ROOT } from '#build/root.ts';
import { charts } from '#charts/all-charts.ts';
import { writeAtlas } from '#charts/write-atlas.ts';
import { writeChartsJson } from '#charts/write-charts-json.ts';

const described = describeAll();
const eventsOf = (name: string) => described.find((chart) => chart.name === name)?.events ?? [];
const sendersOf = (name: string, type: string) =>
  eventsOf(name).find((event) => event.type === type)?.senders;

test('the atlas says what the charts say', () => {
  const kept = readFileSync(join(ROOT, 'machines', 'README.md'), 'utf8');
  expect(kept === writeAtlas(described), 'machines/README.md is stale: npm run charts').toBe(true);
});

test('every link of the atlas within itself leads somewhere', () => {
  const atlas = writeAtlas(described);
  const headings = new Set([...atlas.matchAll(/^## (.+)$/gm)].map(([, name]) => `#${name}`));
  const links = [...atlas.matchAll(/\]\((#[^)]+)\)/g)].map(([, anchor]) => anchor);
  expect(links.length).toBeGreaterThan(charts.length);
  expect(links.filter((anchor) => anchor && !headings.has(anchor))).toEqual([]);
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
    { by: 'person', files: ['src/web/pages/login/consent.tsx'] },
  ]);
  expect(sendersOf('sign-up', 'about.revisited')).toEqual([
    { by: 'program', files: ['src/web/step-history.ts'] },
  ]);
  expect(sendersOf('sign-up', 'session.lost')).toEqual([{ by: 'chart' }]);
  expect(sendersOf('otp', 'code.changed')).toContainEqual({ by: 'parent', of: 'trial' });
});

test('the JSON has every chart with its definition, the same every time', () => {
  const json = writeChartsJson(charts, described);
  expect(json).toBe(writeChartsJson(charts, describeAll()));
  const parsed = JSON.parse(json) as { charts: { name: string; definition: { id: string } }[] };
  expect(parsed.charts.map(({ name, definition }) => [name, definition.id])).toEqual(
    charts.map(({ name, machine }) => [name, machine.id]),
  );
});
