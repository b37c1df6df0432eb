import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toListenError } from '#server/config/read-settings.ts';
import { NOINDEX } from '../http/security-headers.ts';
import type { ReadableMetrics } from './metrics.ts';

const PATH = '/metrics';
const REQUEST_TIMEOUT_MS = 5000;

interface MetricsServer {
  url: string;
  close(): Promise<void>;
}

/**
 * Serves the metrics on a separate port, which visitors of the site cannot reach.
 *
 * @throws SettingError if the host or port cannot be listened on
 */
export const openMetricsServer = async (
  { read, contentType }: Pick<ReadableMetrics, 'read' | 'contentType'>,
  { host, port }: { host: string; port: number },
): Promise<MetricsServer> => {
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, async (request, response) => {
    response.setHeaders(new Headers(NOINDEX));
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
    throw toListenError(error, { host: 'METRICS_HOST', port: 'METRICS_PORT' });
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
