import { expect, test } from 'vitest';
import { comparePictures, type Pixels } from '#tests/support/visual/compare-pictures.ts';

type Colour = [red: number, green: number, blue: number];

const WIDTH = 390;
const PAPER: Colour = [250, 249, 246];
const INK: Colour = [24, 26, 36];
const BUTTON: Colour = [91, 63, 211];

const paper = (height = 300): Pixels => ({
  width: WIDTH,
  height,
  data: Buffer.alloc(4 * WIDTH * height, Buffer.from([...PAPER, 255])),
});

const fill = (
  { data }: Pixels,
  left: number,
  top: number,
  [width, height]: number[],
  colour: Colour,
) => {
  for (let y = top; y < top + (height ?? 0); y += 1)
    for (let x = left; x < left + (width ?? 0); x += 1) data.set(colour, 4 * (y * WIDTH + x));
};

/** A page with a line of 20 letters, each a stem with a foot, and a button. */
const pageWith = ({ textTop = 40, button = BUTTON, hasStop = true, shade = 0 } = {}): Pixels => {
  const page = paper();
  const ink = INK.map((part) => part + shade) as Colour;
  for (let letter = 0; letter < 20; letter += 1) {
    fill(page, 20 + letter * 8, textTop, [2, 11], ink);
    fill(page, 20 + letter * 8, textTop + 10, [5, 1], ink);
  }
  if (hasStop) fill(page, 182, textTop + 9, [3, 2], ink);
  fill(page, 20, 100, [120, 44], button);
  return page;
};

test('the same pixels are the same picture', () => {
  expect(comparePictures(pageWith(), pageWith())).toBeUndefined();
});

test('what another CPU rounds differently is the same picture', () => {
  expect(comparePictures(pageWith(), pageWith({ shade: 2 }))).toBeUndefined();
});

test.each([
  ['a line of text that is 1 px lower', pageWith({ textTop: 41 })],
  ['a button of a similar colour', pageWith({ button: [91, 63, 190] })],
  ['a missing full stop', pageWith({ hasStop: false })],
])('%s is noticed', (_, is) => {
  const difference = comparePictures(pageWith(), is);
  expect(difference?.reason).toMatch(/^\d+ pixels differ$/);
  expect(difference?.picture).toMatchObject({ width: WIDTH, height: 300 });
});

test('a page of another height is noticed', () => {
  expect(comparePictures(paper(300), paper(301))).toEqual({ reason: '390 × 300 is now 390 × 301' });
});

test('a missing and a superfluous picture are named', () => {
  expect(comparePictures(undefined, paper())).toEqual({ reason: 'no approved picture' });
  expect(comparePictures(paper(), undefined)).toEqual({
    reason: 'no page or state has this picture',
  });
});
