import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedWebhook {
  id: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** The parsed body. */
  event: { type: string; timestamp: string; data: Record<string, unknown> };
}

/** Answers a request; the status 200 by default. */
export type Respond = (response: ServerResponse, received: ReceivedWebhook) => void;

export interface StubEndpoint {
  url: string;
  received: ReceivedWebhook[];
  /** Answers the next requests, one each; later ones get 200. */
  answers: Respond[];
  /** Answers every request for which `answers` has none. */
  respond: Respond;
  close(): Promise<void>;
}

/** An answer with a status and headers. */
export const status =
  (code: number, headers: Record<string, string> = {}): Respond =>
  (response) =>
    response.writeHead(code, headers).end();

/** No answer. */
export const hang: Respond = () => {};

/** Opens an endpoint on the loopback interface that records what it gets. */
export const openStubEndpoint = async (port = 0): Promise<StubEndpoint> => {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const { headers } = request;
    const id = String(headers['webhook-id']);
    const received = { id, headers, body, event: JSON.parse(body) };
    endpoint.received.push(received);
    (endpoint.answers.shift() ?? endpoint.respond)(response, received);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const endpoint: StubEndpoint = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received: [],
    answers: [],
    respond: status(200),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return endpoint;
};
