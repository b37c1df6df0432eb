import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { createMachine } from 'xstate';
import { ROOT } from '#build/root.ts';
import { charts } from '#charts/model/all-charts.ts';
import { edgesOf, stateNodesOf } from '#charts/model/chart-edges.ts';
import { chartSvg } from '#charts/svg/chart-svg.ts';
import { textWidth, wrapText } from '#charts/svg/measure.ts';
import { playerMachine } from '#tests/support/charts/player-chart.ts';

const machines = [...charts.map(({ machine }) => machine), playerMachine].map(
  (machine) => [machine.id, machine] as const,
);
const drawn = new Map<string, string>();
beforeAll(async () => {
  for (const [id, machine] of machines) drawn.set(id, await chartSvg(machine));
});

const ATTRIBUTE = /([\w-]+)="([^"]*)"/g;
const numbersOf = (tag: string) =>
  Object.fromEntries([...tag.matchAll(ATTRIBUTE)].map(([, name, value]) => [name, Number(value)]));

const boxesOf = (svg: string, className: RegExp) =>
  [...svg.matchAll(/<rect class="([^"]*)"[^>]*>/g)].flatMap(([tag, name = '']) => {
    const { x = 0, y = 0, width = 0, height = 0 } = numbersOf(tag);
    return className.test(name) ? [{ x, y, right: x + width, bottom: y + height }] : [];
  });
type Box = ReturnType<typeof boxesOf>[number];
const overlap = (one: Box, other: Box): boolean =>
  one.x < other.right && other.x < one.right && one.y < other.bottom && other.y < one.bottom;

const idsOf = (svg: string, attribute: string): string[] =>
  [...svg.matchAll(new RegExp(`${attribute}="([^"]*)"`, 'g'))].map(([, id = '']) =>
    id
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&'),
  );

describe('the drawing of', () => {
  test.each(machines)(
    '%s is XML that other programs open, of its size, without scripts',
    async (id) => {
      const svg = drawn.get(id) ?? '';
      const { width, height } = await sharp(Buffer.from(svg), {
        limitInputPixels: false,
      }).metadata();
      expect(svg).toContain(`width="${width}" height="${height}"`);
      expect(svg).toContain(`<title>${id}</title>\n<desc>`);
      expect(svg).not.toMatch(/<script|<foreignObject|var\(|light-dark|href|@import|url\(/);
      expect(svg.match(/prefers-color-scheme:dark/g)).toHaveLength(1);
    },
  );

  test.each(machines)('%s has each state and each edge once', (id, machine) => {
    const svg = drawn.get(id) ?? '';
    const inside = edgesOf(machine).filter(({ targets }) => targets.length === 0);
    const lines = svg.match(/class="edge"[^>]*textLength/g)?.length ?? 0;
    const labels = edgesOf(machine).flatMap((edge) => edge.targets.map(() => edge.id));
    expect(idsOf(svg, 'data-state').sort()).toEqual(
      stateNodesOf(machine)
        .map((node) => node.id)
        .sort(),
    );
    expect(idsOf(svg, 'data-edge').sort()).toEqual(labels.sort());
    expect(lines).toBeGreaterThanOrEqual(labels.length + inside.length);
  });

  test.each(machines)('%s has no label over another, over a state or out of the picture', (id) => {
    const svg = drawn.get(id) ?? '';
    const [picture] = boxesOf(svg, /^canvas$/);
    const labels = [...svg.matchAll(/<rect class="label"[^>]*rx="5"\/>/g)].flatMap(([tag]) =>
      boxesOf(tag, /^label$/),
    );
    const states = boxesOf(svg, /^state leaf/);
    const all = [...labels, ...states];
    const over = all.filter((box, index) =>
      all.slice(index + 1).some((other) => overlap(box, other)),
    );
    expect(over).toEqual([]);
    expect(
      all.filter(
        ({ x, y, right, bottom }) =>
          x < 0 || y < 0 || right > (picture?.right ?? 0) || bottom > (picture?.bottom ?? 0),
      ),
    ).toEqual([]);
  });
});

test.each(machines)('the text of each label of %s is inside its box', (id) => {
  const labels = (drawn.get(id) ?? '').match(/^<rect class="label".*$/gm) ?? [];
  const outside = labels.filter((line) => {
    const [box] = boxesOf(line, /^label$/);
    return [...line.matchAll(/<text [^>]*>/g)].some(([tag]) => {
      const { x = 0, y = 0, textLength = 0 } = numbersOf(tag);
      return !box || x < box.x || x + textLength > box.right || y - 9 < box.y || y > box.bottom;
    });
  });
  expect(labels.length).toBeGreaterThan(0);
  expect(outside).toEqual([]);
});

test('names and descriptions with the characters of XML are text', async () => {
  const machine = createMachine({
    id: 'a&b',
    description: '"1 < 2" & \u0001',
    initial: '<x>',
    states: { '<x>': { on: { 'go&stop': { target: '"y"' } } }, '"y"': {} },
  });
  const svg = await chartSvg(machine);
  expect((await sharp(Buffer.from(svg)).metadata()).format).toBe('svg');
  expect(svg).toContain('>&lt;x&gt;</text>');
  expect(svg).toContain('>go&amp;stop</text>');
});

test('the same chart is drawn the same each time', async () => {
  expect(await chartSvg(playerMachine)).toBe(drawn.get('player'));
});

test('what differs has a sign and a kind of line besides its colour', async () => {
  const [edge] = edgesOf(playerMachine).filter(({ targets }) => targets.length > 0);
  const [, state] = stateNodesOf(playerMachine);
  const svg = await chartSvg(
    playerMachine,
    new Map([
      [edge?.id ?? '', 'removed'],
      [state?.id ?? '', 'added'],
    ]),
  );
  expect(svg).toMatch(/<path class="line removed"/);
  expect(svg).toMatch(/<text class="removed"[^>]*>− /);
  expect(svg).toMatch(/<rect class="state (?:leaf|outer)(?: region)? added"/);
  expect(svg).toMatch(/<text class="title added"[^>]*>\+ /);
  expect(svg).toMatch(/path\.line\.removed\{[^}]*stroke-dasharray/);
});

test('the colours are those of the site', () => {
  const palette = readFileSync(join(ROOT, 'src/contract/palette.css'), 'utf8');
  const svg = drawn.get('otp') ?? '';
  const [light, dark] = svg.split('@media');
  for (const name of [
    'page',
    'raised',
    'field-border',
    'ink',
    'quiet-ink',
    'link',
    'good',
    'bad',
  ]) {
    const [, one = name, other = name] =
      new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(palette) ?? [];
    expect(light).toContain(one);
    expect(dark).toContain(other);
  }
});

test('text is as wide as in Arial, and broken at spaces', () => {
  // Widths of the font's own table: 278 + 556 + 500 of 1000.
  expect(textWidth('Ibc', 10)).toBeCloseTo(13.34);
  expect(textWidth('Ibc', 10, 'bold')).toBeGreaterThan(textWidth('Ibc', 10));
  expect(wrapText('one two three', 10, textWidth('one two', 10))).toEqual(['one two', 'three']);
  expect(wrapText('unbreakable', 10, 5)).toEqual(['unbreakable']);
});
