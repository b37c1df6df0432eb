// @module-tag further
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Json } from '#tests/support/fuzz/schema-values.ts';
import { validatorAt } from '#tests/support/openapi/api-description.ts';
import {
  bodiesOf,
  type Operation,
  operations,
  urlsOf,
} from '#tests/support/openapi/description-values.ts';
import { randomSeed } from '#tests/support/random-seed.ts';
import { onEmbeddedDatabase } from '#tests/support/server/on-embedded-database.ts';
import { makeUser } from '#tests/support/server/sign-up-steps.ts';

const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 300);

const requests = fc.constantFrom(...operations).chain((operation) =>
  fc.record({
    operation: fc.constant(operation),
    url: urlsOf(operation),
    body: bodiesOf(operation),
    type: fc.constantFrom(undefined, undefined, undefined, 'text/plain', 'application/xml'),
    isSignedIn: fc.boolean(),
    headers: fc.constantFrom({}, {}, { 'x-xsrf-token': 'x' }, { origin: 'https://a.example' }),
  }),
);

const isDescribedBody = ({ template, method, body }: Operation, value: Json | undefined) =>
  body === undefined ||
  validatorAt(
    'paths',
    template,
    method.toLowerCase(),
    'requestBody',
    'content',
    'application/json',
    'schema',
  )(value);

// JSON writes a lone surrogate as an escape. It is in no text that is UTF-8.
const isText = (value: unknown): boolean => !/\\ud[89a-f]/.test(JSON.stringify(value) ?? '');

onEmbeddedDatabase('requests that are generated from the description', (server) => {
  it('get described responses, and no 400 if the body is as described', {
    tags: 'random',
    timeout: 300_000,
  }, async () => {
    const statuses: Record<number, number> = {};
    await fc.assert(
      fc.asyncProperty(requests, async ({ operation, url, body, type, isSignedIn, headers }) => {
        // A network of its own, so that no limit hides the checks behind it.
        const client = server().client();
        if (isSignedIn) await makeUser(server(), client);
        // The client compares the response with the description.
        const { status, error } = await client.send(operation.method, url, {
          ...(body !== undefined && { payload: JSON.stringify(body) }),
          headers: {
            ...(body !== undefined && { 'content-type': type ?? 'application/json' }),
            ...headers,
          },
        });
        statuses[status] = (statuses[status] ?? 0) + 1;
        // 503 is described: the machine is too busy.
        expect(status).not.toBe(500);
        const isBlamed =
          error?.code === 'request_invalid' && operation.parameters.length === 0 && isText(body);
        if (isBlamed) expect(isDescribedBody(operation, body), JSON.stringify(body)).toBe(false);
      }),
      { numRuns: REQUESTS, seed: randomSeed() },
    );
    for (const status of [200, 400, 401, 403, 404, 415])
      expect(Object.keys(statuses)).toContain(String(status));
  });
});
