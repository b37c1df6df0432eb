import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A stub of a tag manager's host. */
export interface TagServer {
  /** The address of the script. */
  url: string;
  /** The paths of all requests so far. */
  requests: string[];
  /** The number of connections, which a hint in a page would open too. */
  readonly connections: number;
  close(): Promise<void>;
}

/** Runs in the page: counts a visit as a tag does, and tries a host that the policy does not know. */
const tag = (origin: string): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: the tags of today do it so.
  document.cookie = '_ga=GA1.1; path=/';
  new Image().src = `${origin}/pixel.gif`;
  // An answer that nobody reads would count as a request without an end.
  void fetch(`${origin}/collect`, { method: 'POST' }).then((answer) => answer.text());
  new Image().src = 'https://elsewhere.example/pixel.gif';
};

/** What a browser's console says of the host that the policy does not know. */
export const BLOCKED = /elsewhere\.example|Content[- ]Security[- ]Policy/i;

export const openTagServer = async (): Promise<TagServer> => {
  const requests: string[] = [];
  let connections = 0;
  const server = createServer(({ method, url = '' }, response) => {
    // The browser's question before a call; visitors of tests have a header of their own.
    if (method !== 'OPTIONS') requests.push(url);
    const isScript = url.startsWith('/gtm.js');
    response.setHeader('content-type', isScript ? 'text/javascript' : 'image/gif');
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', '*');
    response.end(isScript ? `(${tag})(new URL(document.currentScript.src).origin);` : undefined);
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/gtm.js?id=GTM-TEST`,
    requests,
    get connections() {
      return connections;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
