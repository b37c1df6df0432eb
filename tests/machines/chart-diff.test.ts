// @module-tag further
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSide } from '#build/charts/read-sides.ts';
import { ROOT } from '#build/root.ts';
import { type ChartDifference, compareCharts } from '#charts/diff/compare-charts.ts';
import { verdictOf } from '#charts/diff/diff-report.ts';
import type { ChartSide } from '#charts/diff/forms.ts';

interface Edit {
  what: string;
  /** The edited file. */
  file: string;
  replace: { from: string; to: string; isEverywhere: boolean }[];
  /** The sentences that name the edit. */
  says: string[];
}

const linesOf = (text: string, mark: string): string =>
  text
    .split('\n')
    .filter((line) => line.startsWith(mark))
    .map((line) => line.slice(1))
    .join('\n');

const editIn = (text: string): Edit => ({
  what: text.split('\n', 1)[0] ?? '',
  file: /^in (.*)$/m.exec(text)?.[1] ?? '',
  replace: [...text.matchAll(/^([-*]).*\n(?:\1.*\n)*(?:\+.*\n)*/gm)].map(([lines, mark = '']) => ({
    from: linesOf(lines, mark),
    to: linesOf(lines, '+'),
    isEverywhere: mark === '*',
  })),
  says: [...text.matchAll(/^> (.*)$/gm)].map(([, line = '']) => line),
});

const [, edits = [], refactorings = []] = readFileSync(
  join(ROOT, 'tests/support/charts/chart-edits.txt'),
  'utf8',
)
  .split(/^# .*\n/m)
  .map((section) => section.split(/^## /m).slice(1).map(editIn));

/** The charts that show an edit of a file which they import. */
const SHOWN_BY: Record<string, string> = {
  'machines/rules/session.ts': 'machines/reset-password.ts',
  'machines/rules/sign-up.ts': 'machines/person-step.ts',
  'src/contract/code.ts': 'machines/otp.ts',
  'src/contract/text.ts': 'machines/login-completion.ts',
};

let cache: string;
const found = new Map<string, ChartDifference[]>();

const copyParts = (): string => {
  const folder = mkdtempSync(join(cache, 'edited-'));
  for (const part of ['package.json', 'machines', 'src/contract'])
    cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  return folder;
};

const edited = ({ file, replace }: Edit): string =>
  replace.reduce(
    (text, { from, to, isEverywhere }) => {
      expect(text).toContain(from);
      return isEverywhere ? text.replaceAll(from, to) : text.replace(from, () => to);
    },
    readFileSync(join(ROOT, file), 'utf8'),
  );

const read = async (root: string, files: string[]): Promise<ChartSide[]> => {
  const { sides, failures } = await readSide(root, files, 'here');
  expect([...failures.values()]).toEqual([]);
  return sides;
};

beforeAll(async () => {
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  cache = mkdtempSync(join(ROOT, '.cache', 'chart-diff-'));
  const all = [...edits, ...refactorings];
  const before = await read(ROOT, [...new Set(all.map(({ file }) => SHOWN_BY[file] ?? file))]);
  const sideOf = (file: string) => before.filter((side) => side.file === file);

  // Edited charts stand beside the others, which is faster than a folder for each.
  const folder = copyParts();
  const charts = all.filter(({ file }) => !SHOWN_BY[file]);
  const copies = charts.map(({ file }, index) => file.replace('.ts', `.${index}.ts`));
  for (const [index, copy] of copies.entries())
    writeFileSync(join(folder, copy), edited(charts[index] as Edit));
  const after = await read(folder, copies);
  for (const [index, edit] of charts.entries()) {
    const now = after.filter(({ file }) => file === copies[index]);
    const there = now.map((side) => ({ ...side, file: edit.file }));
    found.set(edit.what, compareCharts(sideOf(edit.file), there));
  }
  for (const edit of all) {
    const shown = SHOWN_BY[edit.file];
    if (shown === undefined) continue;
    const other = copyParts();
    writeFileSync(join(other, edit.file), edited(edit));
    found.set(edit.what, compareCharts(sideOf(shown), await read(other, [shown])));
  }
}, 300_000);
afterAll(() => rmSync(cache, { recursive: true, force: true }));

const sentencesOf = (what: string) =>
  (found.get(what) ?? []).flatMap(({ differences }) =>
    differences.map(({ sign, text }) => `${sign} ${text}`),
  );

const verdictsOf = (what: string) => (found.get(what) ?? []).map(verdictOf);

describe('a difference is named:', () => {
  test.each(edits)('$what', ({ what, says }) => {
    expect(sentencesOf(what)).toEqual(says);
    expect(verdictsOf(what)).toEqual(['behaves differently']);
  });
});

describe('a refactoring is called one:', () => {
  test.each(refactorings)('$what', ({ what, says }) => {
    expect(sentencesOf(what)).toEqual(says);
    expect(verdictsOf(what)).toEqual(['a refactoring, behaves as before']);
  });
});
