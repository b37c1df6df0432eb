import { expect, test } from 'vitest';
import { visibleArea } from '#charts/viewer/diagram/viewport.ts';

const area = (x: number, y: number) => ({ x, y, width: 100, height: 50 });
const viewport = { width: 300, height: 300 };

test('areas that fit the viewport are shown together', () => {
  expect(visibleArea([area(0, 0), area(200, 250)], viewport)).toEqual({
    x: 0,
    y: 0,
    width: 300,
    height: 300,
  });
});

test('of areas that do not fit together, the largest group that fits is shown', () => {
  expect(visibleArea([area(0, 0), area(900, 0), area(900, 100)], viewport)).toEqual({
    x: 900,
    y: 0,
    width: 100,
    height: 150,
  });
});

test('of two distant areas one is shown whole, not the space between them', () => {
  expect(visibleArea([area(0, 0), area(900, 900)], viewport)).toEqual(area(900, 900));
});
