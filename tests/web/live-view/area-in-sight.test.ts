import { expect, test } from 'vitest';
import { areaInSight } from '#charts/viewer/area-in-sight.ts';

const place = (x: number, y: number) => ({ x, y, width: 100, height: 50 });
const room = { width: 300, height: 300 };

test('places that fit a window are seen together', () => {
  expect(areaInSight([place(0, 0), place(200, 250)], room)).toEqual({
    x: 0,
    y: 0,
    width: 300,
    height: 300,
  });
});

test('of places too far apart for a window, neighbours are seen whole', () => {
  expect(areaInSight([place(0, 0), place(900, 0), place(900, 100)], room)).toEqual({
    x: 900,
    y: 0,
    width: 100,
    height: 150,
  });
});

test('one of two that lie far apart is seen whole, not the middle between them', () => {
  expect(areaInSight([place(0, 0), place(900, 900)], room)).toEqual(place(900, 900));
});
