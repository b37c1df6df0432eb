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

/** What belongs to one connection and must not be passed on (RFC 9113, 8.2.2). */
const OF_THE_CONNECTION = new Set([
  'connection',
  'host',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
]);

const passedOn = (headers: NodeJS.Dict<string | string[]>): NodeJS.Dict<string | string[]> =>
  Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !name.startsWith(':') && !OF_THE_CONNECTION.has(name),
    ),
  );

export interface SecureFront {
  /** Puts a page of HTML at a path, brotli and with the headers that the site's own pages have. */
  addPage(path: string, html: string): void;
  close(): Promise<void>;
}

/**
 * HTTP/2 and TLS in front of a server on this machine, as a proxy in production would be: what the
 * server compressed is passed on as it is. The certificate is signed by itself.
 */
export const openSecureFront = async (port: number, server: string): Promise<SecureFront> => {
  const agent = new Agent({ keepAlive: true });
  const pages = new Map<string, Buffer>();
  const { hostname, port: serverPort } = new URL(server);

  const answer = (asked: Http2ServerRequest, reply: Http2ServerResponse) => {
    const page = pages.get(asked.url);
    const forwarded = request(
      {
        agent,
        hostname,
        port: serverPort,
        method: asked.method,
        // A page of ours goes out with the head of the site's own document.
        path: page ? '/' : asked.url,
        headers: {
          ...passedOn(asked.headers),
          host: asked.authority,
          'x-forwarded-for': '127.0.0.1',
          'x-forwarded-proto': 'https',
        },
      },
      (answered) => {
        const headers = passedOn(answered.headers);
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
          'content-length': page.length,
        });
        reply.end(page);
      },
    );
    forwarded.on('error', () => {
      if (!reply.headersSent) reply.writeHead(502);
      reply.end();
    });
    pipeline(asked, forwarded, () => {});
  };

  const front = createSecureServer(selfSigned(), answer);
  const sessions = new Set<ServerHttp2Session>();
  front.on('session', (session) => {
    sessions.add(session);
    session.on('close', () => sessions.delete(session));
  });
  front.listen(port, '127.0.0.1');
  await once(front, 'listening');
  return {
    addPage: (path, html) => pages.set(path, brotliCompressSync(html)),
    async close() {
      for (const session of sessions) session.destroy();
      agent.destroy();
      front.close();
      await once(front, 'close');
    },
  };
};
