import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SettingError } from '../read-settings.ts';
import type { ReadableMetrics } from './create-metrics.ts';

const PATH = '/metrics';
const REQUEST_TIMEOUT_MS = 5000;

interface MetricsServer {
  url: string;
  close(): Promise<void>;
}

/**
 * Shows the metrics on a port of their own, so that no visitor of the site can ask for them.
 *
 * @throws SettingError when it can't listen there
 */
export const openMetricsServer = async (
  { read, contentType }: Pick<ReadableMetrics, 'read' | 'contentType'>,
  { host, port }: { host: string; port: number },
): Promise<MetricsServer> => {
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, async (request, response) => {
    if (request.method !== 'GET' || request.url?.split('?', 1)[0] !== PATH) {
      response.writeHead(404).end();
      return;
    }
    const text = await read().catch(() => undefined);
    if (text === undefined) response.writeHead(500).end();
    else
      response
        .writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' })
        .end(text);
  });
  server.listen(port, host);
  await once(server, 'listening').catch((error) => {
    throw new SettingError(
      error.code === 'EADDRINUSE'
        ? 'METRICS_PORT is in use by another program'
        : `METRICS_HOST or METRICS_PORT can't be listened on (${error.code})`,
    );
  });
  const bound = server.address() as AddressInfo;
  const name = bound.family === 'IPv6' ? `[${bound.address}]` : bound.address;
  return {
    url: `http://${name}:${bound.port}${PATH}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};
