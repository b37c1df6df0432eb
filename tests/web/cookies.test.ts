// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { readCookies } from '#web/platform/cookies.ts';

afterEach(() => void vi.restoreAllMocks());

test('a cookie is found by its whole name, with each of its values in order', () => {
  vi.spyOn(document, 'cookie', 'get').mockReturnValue(
    'a=1; token-x=2; token=3=; x-token=4; token=5',
  );
  expect(readCookies('token')).toEqual(['3=', '5']);
  expect(readCookies('missing')).toEqual([]);
});

test('a browser that forbids cookies has none', () => {
  vi.spyOn(document, 'cookie', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  expect(readCookies('token')).toEqual([]);
});
