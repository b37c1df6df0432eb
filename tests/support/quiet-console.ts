import { afterEach, beforeEach, expect, vi } from 'vitest';

// A line on the console that no test expects is a fault of its own. A test that expects one mocks
// the method itself.
const heard: string[] = [];

beforeEach(() => {
  heard.length = 0;
  for (const method of ['error', 'warn'] as const)
    vi.spyOn(console, method).mockImplementation((...words) => {
      heard.push(words.map(String).join(' '));
    });
});

afterEach(() => {
  vi.restoreAllMocks();
  expect(heard).toEqual([]);
});
