import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import { createMetrics } from '#server/metrics/metrics.ts';
import { databaseKinds } from '../database/test-database.ts';
import { openTestServer, type TestServer } from '../test-server.ts';
import {
  openStubEndpoint,
  type ReceivedWebhook,
  type StubEndpoint,
  status,
} from './stub-endpoint.ts';
import { pollWebhooks, retryWebhooks, waitingWebhooks, webhooksTo } from './webhook-steps.ts';

/** A server with one endpoint. */
export interface WebhookTest {
  server: TestServer;
  endpoint: StubEndpoint;
  metrics: ReturnType<typeof createMetrics>;
  /** The requests about a demo request or a company. */
  about(subject: string): ReceivedWebhook[];
  /** Waits until nothing about it is left in the outbox. */
  untilDelivered(subject: string): Promise<void>;
  /** Waits until its only event in the outbox was tried so often, and the last attempt has failed. */
  untilFailed(subject: string, times?: number): Promise<void>;
}

/** Runs tests on every available database. Each begins without webhooks, and with an endpoint that answers 200. */
export const onWebhookServers = (title: string, body: (test: WebhookTest) => void): void => {
  describe.each(databaseKinds)(`${title} (%s)`, (kind) => {
    const metrics = createMetrics();
    let server: TestServer;
    let endpoint: StubEndpoint;
    beforeAll(async () => {
      endpoint = await openStubEndpoint();
      server = await openTestServer(kind, {
        metrics,
        config: { webhooks: webhooksTo(endpoint.url) },
      });
    });
    afterEach(async () => {
      endpoint.respond = status(200);
      endpoint.answers = [];
      const retryAndList = async () => {
        await retryWebhooks(server);
        return waitingWebhooks(server);
      };
      await expect.poll(retryAndList).toEqual([]);
      endpoint.received = [];
    });
    afterAll(async () => {
      await server.close();
      await endpoint.close();
    });

    const pollAndList = (subject: string) => {
      pollWebhooks(server);
      return waitingWebhooks(server, subject);
    };

    body({
      metrics,
      get server() {
        return server;
      },
      get endpoint() {
        return endpoint;
      },
      about: (subject) => endpoint.received.filter(({ event }) => event.data['id'] === subject),
      untilDelivered: (subject) => expect.poll(() => pollAndList(subject)).toEqual([]),
      untilFailed: (subject, times = 1) =>
        expect
          .poll(() => pollAndList(subject))
          .toMatchObject([{ attempts: times, outcome: 'postponed' }]),
    });
  });
};
