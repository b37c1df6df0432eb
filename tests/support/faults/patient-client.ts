import { setTimeout as pause } from 'node:timers/promises';
import type { TestClient } from '../server/http/test-client.ts';
import { isUnavailable } from './load.ts';

const PAUSE_MS = 100;

/** A client that repeats a request while the answer is 503 `unavailable`, as a person would. */
export const createPatientClient = (client: TestClient): TestClient => {
  const send: TestClient['send'] = async (...request) => {
    for (;;) {
      const response = await client.send(...request);
      if (!isUnavailable(response)) return response;
      await pause(PAUSE_MS);
    }
  };
  return {
    cookies: client.cookies,
    send,
    get: (url, options) => send('GET', url, options),
    post: (url, payload, options) =>
      send('POST', url, { ...options, ...(payload !== undefined && { payload }) }),
    patch: (url, payload, options) => send('PATCH', url, { ...options, payload }),
  };
};
