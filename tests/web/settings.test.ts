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

test.each([
  [{}, '/app/jobs/new'],
  [{ VITE_APP_HOME_URL: 'https://app.example/' }, 'https://app.example/'],
  [
    { VITE_APP_HOME_URL: 'https://app.example/', VITE_NEW_JOB_URL: 'https://app.example/new' },
    'https://app.example/new',
  ],
])('with %o a sign-up ends at %s', async (settings, address) => {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  vi.resetModules();
  const { appAddresses } = await import('#web/platform/settings.ts');
  expect(appAddresses.newJob).toBe(address);
});
