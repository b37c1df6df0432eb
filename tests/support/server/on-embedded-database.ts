import { afterAll, beforeAll, describe } from 'vitest';
import { openTestServer, type TestServer, type TestServerOptions } from './test-server.ts';

/**
 * Runs tests against the real application on the embedded database only: for a subject that no query
 * decides.
 */
export const onEmbeddedDatabase = (
  title: string,
  body: (server: () => TestServer) => void,
  options?: TestServerOptions,
): void => {
  describe(title, () => {
    let server: TestServer;
    beforeAll(async () => {
      server = await openTestServer('PGlite', options);
    });
    afterAll(() => server.close());
    body(() => server);
  });
};
