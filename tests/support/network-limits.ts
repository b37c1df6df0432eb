import { paths } from '#contract/paths.ts';
import { demoRequest } from './load.ts';
import { sendPath } from './sign-up-steps.ts';
import type { TestClient } from './test-client.ts';

const STRANGER = 'stranger@nowhere.example';

interface NetworkLimit {
  name: string;
  /** How many calls of a network get through. */
  most: number;
  /** Such a call, by which no other limit is touched. `email` is of nobody else. */
  call(
    client: TestClient,
    email: string,
    headers?: Record<string, string>,
  ): ReturnType<TestClient['post']>;
}

/** Every limit that counts by the client's network. */
export const networkLimits: NetworkLimit[] = [
  {
    name: 'asking for a code',
    most: 30,
    call: (client, email, headers = {}) => client.post(sendPath(email), undefined, { headers }),
  },
  {
    name: 'a try to log in',
    most: 20,
    call: (client, _email, headers = {}) =>
      client.post(paths.login, { email: STRANGER, otp: '000000' }, { headers }),
  },
  {
    name: 'a demo request',
    most: 20,
    call: (client, email, headers = {}) =>
      client.post(paths.requestDemo, demoRequest(email), { headers }),
  },
];
