import { afterEach, beforeEach, expect, vi } from 'vitest';

// An unexpected console error or warning fails the test. A test that expects one mocks the method
// itself.
const logged: string[] = [];

beforeEach(() => {
  logged.length = 0;
  for (const method of ['error', 'warn'] as const)
    vi.spyOn(console, method).mockImplementation((...args) => {
      logged.push(args.map(String).join(' '));
    });
});

afterEach(() => {
  vi.restoreAllMocks();
  expect(logged).toEqual([]);
});
