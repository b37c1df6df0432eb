import { Agent, request } from 'node:http';
import { cookieNames, XSRF_HEADER } from '#contract/cookies.ts';
import { SCRIPT_METADATA } from '#tests/support/server/http/test-client.ts';
import { nextNetwork } from '../server/client-network.ts';

const SOCKETS_MAX = 200;

/** A browser: cookies, and a network of its own. */
export interface Browser {
  cookies: Map<string, string>;
  network: ReturnType<typeof nextNetwork>;
}

export const newBrowser = (cookies: Record<string, string> = {}): Browser => ({
  cookies: new Map(Object.entries(cookies)),
  network: nextNetwork(),
});

export interface Call {
  method: 'GET' | 'POST' | 'PATCH';
  path: string;
  body?: object;
  /** 200 by default. */
  status?: number;
}

/** Sends a call as a browser; returns the body. Rejects on another status than the expected one. */
export type Send = (browser: Browser, call: Call) => Promise<string>;

const storeCookies = ({ cookies }: Browser, lines: readonly string[] = []): void => {
  for (const line of lines) {
    const [pair = ''] = line.split(';', 1);
    const separator = pair.indexOf('=');
    cookies.set(pair.slice(0, separator), pair.slice(separator + 1));
  }
};

const headersOf = ({ cookies, network }: Browser, { method, body }: Call, origin: string) => {
  const xsrf = cookies.get(cookieNames.xsrf);
  return {
    ...network,
    'accept-encoding': 'br',
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    ...(method === 'GET' ? SCRIPT_METADATA : { origin }),
    ...(method !== 'GET' && xsrf !== undefined && { [XSRF_HEADER]: xsrf }),
    ...(body && { 'content-type': 'application/json' }),
  };
};

/** Sends over kept connections, as a load balancer does. */
export const createSender = (url: string) => {
  const agent = new Agent({ keepAlive: true, maxSockets: SOCKETS_MAX });
  const send: Send = (browser, call) =>
    new Promise((resolve, reject) => {
      const headers = headersOf(browser, call, url);
      const message = request(
        url + call.path,
        { agent, method: call.method, headers },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('error', reject);
          answer.on('end', () => {
            storeCookies(browser, answer.headers['set-cookie']);
            const text = Buffer.concat(chunks).toString();
            if (answer.statusCode === (call.status ?? 200)) resolve(text);
            else reject(new Error(`${call.method} ${call.path}: ${answer.statusCode} ${text}`));
          });
        },
      );
      message.on('error', reject);
      message.end(call.body && JSON.stringify(call.body));
    });
  return { send, close: () => agent.destroy() };
};
