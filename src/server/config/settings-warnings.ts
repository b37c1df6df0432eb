import { isLoopback, type Settings } from './app-config.ts';

// The server speaks only HTTP, so an https site has a proxy.
const proxyWarnings = ({ publicUrl, trustProxy }: Pick<Settings, 'publicUrl' | 'trustProxy'>) =>
  publicUrl?.startsWith('https:') && trustProxy === 0
    ? [
        'WARNING TRUST_PROXY is 0, though https:// means a proxy in front: all visitors count as one client and share its limits',
      ]
    : [];

/**
 * Warnings about insecure settings of a server that other machines can reach. The legal texts promise
 * HTTPS (clause E1.1) and delivered mail. A server without `DATABASE_URL` counts as a local one and is
 * only warned about `TRUST_PROXY`.
 *
 * @returns one line per warning, with the name of the variable
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
