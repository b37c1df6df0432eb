import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy that can interrupt its connections. */
export interface TcpProxy {
  /** The address through the proxy. */
  url: string;
  /**
   * `refuse` resets all connections and rejects new ones; `hold` keeps them open without
   * forwarding.
   */
  cut(how: 'refuse' | 'hold'): void;
  /** Forwards new connections again; held connections stay dead. */
  restore(): void;
  close(): Promise<void>;
}

/** Opens a proxy in front of the host and port of a URL. */
export const openTcpProxy = async (address: string): Promise<TcpProxy> => {
  const target = new URL(address);
  let state: 'open' | 'refuse' | 'hold' = 'open';
  const pairs = new Set<[near: Socket, far: Socket | undefined]>();

  const proxy = createServer((near) => {
    near.on('error', () => {});
    if (state === 'refuse') {
      near.resetAndDestroy();
      return;
    }
    const far =
      state === 'open' ? connect(Number(target.port || 5432), target.hostname) : undefined;
    const pair: [Socket, Socket | undefined] = [near, far];
    pairs.add(pair);
    near.on('close', () => {
      far?.destroy();
      pairs.delete(pair);
    });
    if (!far) return;
    far.on('error', () => {}).on('close', () => near.destroy());
    near.pipe(far);
    far.pipe(near);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String((proxy.address() as AddressInfo).port);

  const breakAll = () => {
    for (const [near] of pairs) near.resetAndDestroy();
  };

  return {
    url: url.href,
    cut(how) {
      state = how;
      if (how === 'refuse') breakAll();
      else
        for (const [near, far] of pairs) {
          near.unpipe();
          near.pause();
          far?.unpipe();
          far?.pause();
        }
    },
    restore() {
      state = 'open';
    },
    async close() {
      breakAll();
      proxy.close();
      await once(proxy, 'close');
    },
  };
};
