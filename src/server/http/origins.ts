import type { AddressInfo } from 'node:net';
import type { AppConfig } from '../config.ts';
import { isLoopback } from './is-loopback.ts';

/** Who may call the API from a page. */
export interface Origins {
  /** Whether it is the site's own. */
  isOwn(origin: string): boolean;
  /** Whether it is another host that the settings list. */
  isListed(origin: string): boolean;
  /** Whether the site is on https, so that cookies may be. */
  isSecure: boolean;
}

/** Whether the site is on https. */
export const isSecureSite = ({ publicUrl }: Pick<AppConfig, 'publicUrl'>): boolean =>
  publicUrl !== undefined && new URL(publicUrl).protocol === 'https:';

/**
 * Knows the site's own origin and those that `WEB_ORIGINS` lists. Where it listens is asked at every request,
 * because a port of 0 is chosen by the system.
 */
export const createOrigins = (
  config: Pick<AppConfig, 'host' | 'port' | 'publicUrl' | 'webOrigins'>,
  listeningAt: () => AddressInfo | undefined,
): Origins => {
  const publicOrigin = config.publicUrl && new URL(config.publicUrl).origin;
  const isSecure = isSecureSite(config);

  const isOwnLoopback = (origin: string): boolean => {
    const listening = listeningAt();
    if (!URL.canParse(origin)) return false;
    const { protocol, hostname, port, origin: normal } = new URL(origin);
    // On https no page of ours comes over http, from wherever it pretends to be.
    return (
      !isSecure &&
      isLoopback(listening?.address ?? config.host) &&
      isLoopback(hostname) &&
      protocol === 'http:' &&
      normal === origin &&
      Number(port || '80') === (listening?.port ?? config.port)
    );
  };

  return {
    isOwn: (origin) =>
      origin === (publicOrigin ?? `http://localhost:${listeningAt()?.port ?? config.port}`) ||
      isOwnLoopback(origin),
    isListed: (origin) => config.webOrigins.includes(origin),
    isSecure,
  };
};
