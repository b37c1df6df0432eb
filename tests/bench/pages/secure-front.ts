import { once } from 'node:events';
import { Agent, request } from 'node:http';
import {
  createSecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type ServerHttp2Session,
} from 'node:http2';
import { pipeline } from 'node:stream';
import { brotliCompressSync } from 'node:zlib';
import { selfSigned } from './self-signed.ts';

/** Connection-specific headers, which a proxy must not forward (RFC 9113, 8.2.2). */
const CONNECTION_HEADERS = new Set([
  'connection',
  'host',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
]);

const forwardedHeaders = (
  headers: NodeJS.Dict<string | string[]>,
): NodeJS.Dict<string | string[]> =>
  Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !name.startsWith(':') && !CONNECTION_HEADERS.has(name),
    ),
  );

export interface SecureFront {
  /** Serves HTML at a path, brotli compressed and with the headers of one of the site's documents. */
  addPage(path: string, page: { html: string; headersOf: string }): void;
  close(): Promise<void>;
}

/**
 * A reverse proxy with HTTP/2 and TLS, as in production: it forwards compressed responses unchanged.
 * The certificate is self-signed.
 */
export const openSecureFront = async (port: number, server: string): Promise<SecureFront> => {
  const agent = new Agent({ keepAlive: true });
  const pages = new Map<string, { body: Buffer; headersOf: string }>();
  const { hostname, port: serverPort } = new URL(server);

  const answer = (asked: Http2ServerRequest, reply: Http2ServerResponse) => {
    const page = pages.get(asked.url);
    const forwarded = request(
      {
        agent,
        hostname,
        port: serverPort,
        method: asked.method,
        path: page?.headersOf ?? asked.url,
        headers: {
          ...forwardedHeaders(asked.headers),
          host: asked.authority,
          'x-forwarded-for': '127.0.0.1',
          'x-forwarded-proto': 'https',
        },
      },
      (answered) => {
        const headers = forwardedHeaders(answered.headers);
        if (!page) {
          reply.writeHead(answered.statusCode ?? 502, headers);
          pipeline(answered, reply, () => {});
          return;
        }
        answered.resume();
        const policy = String(headers['content-security-policy']);
        reply.writeHead(200, {
          ...headers,
          'content-security-policy': policy.replace(
            /style-src [^;]*/,
            "style-src 'self' 'unsafe-inline'",
          ),
          'content-encoding': 'br',
          'content-length': page.body.length,
        });
        reply.end(page.body);
      },
    );
    forwarded.on('error', () => {
      if (!reply.headersSent) reply.writeHead(502);
      reply.end();
    });
    pipeline(asked, forwarded, () => {});
  };

  const front = createSecureServer(await selfSigned(), answer);
  const sessions = new Set<ServerHttp2Session>();
  front.on('session', (session) => {
    sessions.add(session);
    session.on('close', () => sessions.delete(session));
  });
  front.listen(port, '127.0.0.1');
  await once(front, 'listening');
  return {
    addPage: (path, { html, headersOf }) =>
      pages.set(path, { body: brotliCompressSync(html), headersOf }),
    async close() {
      for (const session of sessions) session.destroy();
      agent.destroy();
      front.close();
      await once(front, 'close');
    },
  };
};
