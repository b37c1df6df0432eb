import { expect, it } from 'vitest';
import { callNames, callOf } from '#contract/calls/all-calls.ts';
import { cookieNames } from '#contract/cookies.ts';
import { sendExamples } from '#tests/support/openapi/example-journey.ts';
import { onEachDatabase } from '#tests/support/server/test-server.ts';

onEachDatabase('the examples of the description', (server) => {
  // The test client compares every response with the description.
  it('are accepted by the server, in an order that a front end can use', async () => {
    const responses = await sendExamples(server(), server().client());
    expect(responses.filter(({ status }) => status !== 200)).toEqual([]);
    const described = callNames.map((name) => [
      name,
      (callOf(name).cookies ?? []).map((cookie) => cookieNames[cookie]).toSorted(),
    ]);
    const set = responses.map(({ name, cookies }) => [
      name,
      [...new Set(cookies)].filter((cookie) => cookie !== cookieNames.xsrf).toSorted(),
    ]);
    expect(Object.fromEntries(set)).toEqual(Object.fromEntries(described));
  });
});
