import { expect } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import type { Rate } from '#server/limits/rate-limits.ts';
import { networkRates } from '#server/limits/rates.ts';
import { demoRequest } from '../faults/load.ts';
import type { TestClient } from './http/test-client.ts';
import { sendPath } from './sign-up-steps.ts';

const UNKNOWN_EMAIL = 'unknown@nowhere.example';

interface NetworkLimit {
  name: string;
  /** Of the calls of one network. */
  rate: Rate;
  /** A call that counts towards this limit only. `email` must be unique. */
  call(
    client: TestClient,
    email: string,
    headers?: Record<string, string>,
  ): ReturnType<TestClient['post']>;
}

/** Every rate limit by the client's network. */
export const networkLimits: NetworkLimit[] = [
  {
    name: 'asking for a code',
    rate: networkRates.codes,
    call: (client, email, headers = {}) => client.post(sendPath(email), undefined, { headers }),
  },
  {
    name: 'a try to log in',
    rate: networkRates.logins,
    call: (client, _email, headers = {}) =>
      client.post(paths.login, { email: UNKNOWN_EMAIL, otp: '000000' }, { headers }),
  },
  {
    name: 'a demo request',
    rate: networkRates.leads,
    call: (client, email, headers = {}) =>
      client.post(paths.requestDemo, demoRequest(email), { headers }),
  },
];

/** Expects that a rate has admitted all that it holds, and no more than it has given back since a time, in epoch ms. */
export const expectAdmitted = (
  admitted: number,
  { name, count, periodMs }: Rate,
  since: number,
) => {
  const givenBack = ((Date.now() - since) * count) / periodMs;
  expect(admitted, name).toBeGreaterThanOrEqual(count);
  expect(admitted, name).toBeLessThanOrEqual(count + givenBack);
};
