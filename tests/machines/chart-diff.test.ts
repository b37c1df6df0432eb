import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSide } from '#build/charts/read-sides.ts';
import { ROOT } from '#build/root.ts';
import type { ChartSide } from '#charts/diff/chart-side.ts';
import { compareCharts } from '#charts/diff/compare-charts.ts';
import { verdictOf } from '#charts/diff/diff-text.ts';
import { type ChartEdit, edits, refactorings } from '#tests/support/charts/chart-edits.ts';

const PARTS = ['package.json', 'machines', 'src/contract'];

let cache: string;
const known = new Map<string, Promise<ChartSide[]>>();
const loaded = async (root: string, file: string): Promise<ChartSide[]> => {
  const { sides, failures } = await readSide(root, [file], 'here');
  expect(failures).toEqual([]);
  return sides;
};

const copyParts = (): string => {
  const folder = mkdtempSync(join(cache, 'edited-'));
  for (const part of PARTS) cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  return folder;
};

const replaced = (text: string, [from, to]: [string, string]): string => {
  const wanted = from.replace(/^\*/, '');
  expect(text).toContain(wanted);
  return from.startsWith('*') ? text.replaceAll(wanted, to) : text.replace(wanted, () => to);
};

/** The charts that show an edit of a file which they import. */
const SHOWN_BY: Record<string, string> = {
  'machines/rules/sign-up.ts': 'person-step',
  'src/contract/code.ts': 'otp',
};

const differencesOf = async ({ file, replace }: ChartEdit) => {
  const chart = `machines/${SHOWN_BY[file] ?? file}.ts`;
  const path = SHOWN_BY[file] ? file : chart;
  const folder = copyParts();
  const text = readFileSync(join(folder, path), 'utf8');
  writeFileSync(join(folder, path), replace.reduce(replaced, text));
  const before = known.get(chart) ?? loaded(ROOT, chart);
  known.set(chart, before);
  return compareCharts(await before, await loaded(folder, chart));
};

const sentencesOf = (charts: Awaited<ReturnType<typeof differencesOf>>) =>
  charts.flatMap(({ differences }) => differences.map(({ sign, text }) => `${sign} ${text}`));

beforeAll(() => {
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  cache = mkdtempSync(join(ROOT, '.cache', 'chart-diff-'));
});
afterAll(() => rmSync(cache, { recursive: true, force: true }));

describe('a difference is named:', () => {
  test.each(edits)('$what', async (edit) => {
    const charts = await differencesOf(edit);
    expect(sentencesOf(charts)).toEqual(edit.says);
    expect(charts.map(verdictOf)).toEqual(['behaves differently']);
  });
});

describe('a refactoring is called one:', () => {
  test.each(refactorings)('$what', async (edit) => {
    const charts = await differencesOf(edit);
    expect(sentencesOf(charts)).toEqual(edit.says);
    expect(charts.map(verdictOf)).toEqual(['a refactoring, behaves as before']);
  });
});
