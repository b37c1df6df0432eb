import { createClientWithTransport, type TestClient } from './test-client.ts';

/**
 * A client of a server in another process: over HTTP, behind a trusted proxy (`TRUST_PROXY=1`), in
 * a network of its own. Rejects if the connection breaks.
 *
 * @param address returns the server's URL for each request; it may change after a restart
 */
export const createHttpClient = (address: () => string, ip: string): TestClient =>
  createClientWithTransport(async ({ origin, method, url, headers, cookies, payload }) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const isObject = typeof payload === 'object' && !Buffer.isBuffer(payload);
    const response = await fetch(origin + url, {
      method,
      redirect: 'manual',
      headers: {
        'x-forwarded-for': ip,
        connection: 'close',
        ...(cookie && { cookie }),
        ...(isObject && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(payload !== undefined && {
        body: isObject ? JSON.stringify(payload) : new Uint8Array(Buffer.from(payload as string)),
      }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      bytes,
      cookies: response.headers.getSetCookie().map((line) => {
        const [pair = ''] = line.split(';', 1);
        const separator = pair.indexOf('=');
        return {
          name: pair.slice(0, separator),
          value: pair.slice(separator + 1),
          isDeleted: /;\s*max-age=0\b/i.test(line),
        };
      }),
    };
  }, address);
