import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parserStatuses } from '#build/openapi/errors.ts';
import { callNames, callOf, errorsOf } from '#contract/calls/all-calls.ts';
import { paths } from '#contract/calls/paths.ts';
import { type ErrorCode, errorStatus } from '#contract/errors.ts';
import { descriptionFaults } from '#tests/support/openapi/api-description.ts';
import { produceError, type Servers } from '#tests/support/openapi/error-requests.ts';
import { listenOnFreePort } from '#tests/support/server/http/raw-http.ts';
import { ORIGIN, openTestServer } from '#tests/support/server/test-server.ts';

let servers: Servers;
beforeAll(async () => {
  servers = {
    server: await openTestServer('PGlite', { config: { publicUrl: ORIGIN } }),
    limited: await openTestServer('PGlite', { config: { requestsPerWindowMax: 1 } }),
  };
  await listenOnFreePort(servers.server);
});
afterAll(async () => {
  await servers.server.close();
  await servers.limited.close();
});

const PARSER_STATUSES = Object.keys(parserStatuses) as ('408' | '417')[];
const statusOf = (error: ErrorCode | '408' | '417'): number =>
  error === '408' || error === '417' ? Number(error) : errorStatus[error];

describe.each(callNames)('%s really responds with the described error', (name) => {
  it.each([...errorsOf(name), ...PARSER_STATUSES])('%s', async (error) => {
    const response = await produceError(name, error, servers);
    const code = error === '408' || error === '417' ? 'request_invalid' : error;
    expect({ status: response.status, text: response.text }).toEqual({
      status: statusOf(error),
      text: expect.stringContaining(`"code":"${code}"`),
    });
    const url = paths[name].replace(/:\w+/g, 'x');
    expect(descriptionFaults({ ...response, method: callOf(name).method, url })).toEqual([]);
  });
});

it.each(callNames)('another method of %s gets the described 405', async (name) => {
  const url = paths[name].replace(/:\w+/g, 'x');
  for (const method of ['PUT', 'DELETE'] as const) {
    const response = await servers.server.client().send(method, url);
    expect(response.status).toBe(405);
    expect(response.error?.code).toBe('method_not_allowed');
  }
});
