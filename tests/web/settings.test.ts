import { afterEach, expect, test, vi } from 'vitest';
import { apiBase } from '#web/platform/settings.ts';

afterEach(() => vi.unstubAllEnvs());

test.each([
  ['localhost', 'https://test.example'],
  ['preview.example', 'https://test.example'],
  ['staging.example', 'https://test.example'],
  ['acme.example', 'https://api.example'],
])('a page at %s calls %s', (host, base) => {
  vi.stubEnv('VITE_API_URL', 'https://api.example');
  vi.stubEnv('VITE_API_TEST_URL', 'https://test.example');
  vi.stubEnv('VITE_TEST_HOSTS', 'preview.example, staging.example');
  expect(apiBase(host)).toBe(base);
});
