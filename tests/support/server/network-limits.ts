import { paths } from '#contract/calls/paths.ts';
import { networkRates } from '#server/limits/rates.ts';
import { demoRequest } from '../faults/load.ts';
import type { TestClient } from './http/test-client.ts';
import { sendPath } from './sign-up-steps.ts';

const UNKNOWN_EMAIL = 'unknown@nowhere.example';

interface NetworkLimit {
  name: string;
  /** How many calls of one network are admitted. */
  max: number;
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
    max: networkRates.codes.count,
    call: (client, email, headers = {}) => client.post(sendPath(email), undefined, { headers }),
  },
  {
    name: 'a try to log in',
    max: networkRates.logins.count,
    call: (client, _email, headers = {}) =>
      client.post(paths.login, { email: UNKNOWN_EMAIL, otp: '000000' }, { headers }),
  },
  {
    name: 'a demo request',
    max: networkRates.leads.count,
    call: (client, email, headers = {}) =>
      client.post(paths.requestDemo, demoRequest(email), { headers }),
  },
];
