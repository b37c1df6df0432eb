import type { Settings } from './config.ts';
import { isLoopback } from './http/is-loopback.ts';

// The server itself speaks http.
const proxyWarnings = ({ publicUrl, trustProxy }: Pick<Settings, 'publicUrl' | 'trustProxy'>) =>
  publicUrl?.startsWith('https:') && trustProxy === 0
    ? [
        'WARNING TRUST_PROXY is 0, though https:// means a proxy in front: all visitors count as one client and share its limits',
      ]
    : [];

/**
 * What a server that others can reach must not be run without: the legal texts promise a site over
 * HTTPS (clause E1.1) and mails that arrive. A server without DATABASE_URL is somebody's own. Behind a
 * proxy, any server must know its clients.
 *
 * @returns one line for each, which names the setting
 */
export const settingsWarnings = ({
  databaseUrl,
  publicUrl,
  smtpUrl,
  host,
  trustProxy,
}: Pick<Settings, 'databaseUrl' | 'publicUrl' | 'smtpUrl' | 'host' | 'trustProxy'>): string[] => {
  const proxy = proxyWarnings({ publicUrl, trustProxy });
  const publicHost = publicUrl === undefined ? host : new URL(publicUrl).hostname;
  if (databaseUrl === undefined || isLoopback(publicHost)) return proxy;
  return [
    proxy,
    publicUrl?.startsWith('https:')
      ? []
      : 'WARNING PUBLIC_URL does not begin with https://: passwords, codes and sessions can be read on their way',
    smtpUrl === undefined
      ? 'WARNING SMTP_URL is not set: no mail reaches anybody, and every code lies in a file of DATA_DIR/mailbox'
      : [],
  ].flat();
};
