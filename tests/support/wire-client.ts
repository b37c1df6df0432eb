import { createClientOver, type TestClient } from './test-client.ts';

/**
 * A browser as far as a server in another process can tell: over HTTP, behind a trusted proxy
 * (`TRUST_PROXY=1`), in a network of its own. A connection that breaks rejects.
 *
 * @param address where the server is, asked at every request: after a restart it may be elsewhere
 */
export const createWireClient = (address: () => string, ip: string): TestClient =>
  createClientOver(async ({ origin, method, url, headers, cookies, payload }) => {
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
        const at = pair.indexOf('=');
        return {
          name: pair.slice(0, at),
          value: pair.slice(at + 1),
          isOver: /;\s*max-age=0\b/i.test(line),
        };
      }),
    };
  }, address);
