import type { ChartTable } from '#contract/funnel.ts';
import type { Secrets } from './keys.ts';

/** Version of the release: that of package.json. */
export { version } from '../../../package.json';

/** Hashes of the inline scripts and style elements of a document, quoted: `'sha256-…'`. */
export interface InlineHashes {
  scripts: readonly string[];
  styles: readonly string[];
}

/** Origins and hashes that the built site needs in its content security policy. */
export interface ContentPolicy {
  /** The site's documents, by path: `/pricing`. */
  documents: Readonly<Record<string, InlineHashes>>;
  connect: readonly string[];
  frame: readonly string[];
  scriptOrigins: readonly string[];
  images: readonly string[];
  /** Further sources of styles: in development, Vite adds style elements to the application page. */
  styles?: readonly string[];
  /** Origins whose frames may use the Payment Request API; empty without a payment provider. */
  payment: readonly string[];
}

/** An address that gets webhooks. */
export interface WebhookEndpoint {
  address: string;
  /** Keys that sign; two while the secret is replaced. */
  secrets: readonly Buffer[];
}

/** Who gets webhooks. */
export interface WebhookSettings {
  endpoints: readonly WebhookEndpoint[];
  /** Whether an endpoint may have a private address or speak http. */
  allowsPrivate: boolean;
}

/** Configuration of `createApp`, which reads no environment variables. */
export interface AppConfig {
  /** Configured port and host; port 0 lets the system choose. */
  port: number;
  host: string;
  /** Public URL of the site; `http://localhost:<port>` if undefined. */
  publicUrl: string | undefined;
  /** Other origins that may call the API with cookies. */
  webOrigins: readonly string[];
  /** Number of trusted proxies in front. */
  trustProxy: number;
  /** Secrets from which all keys are derived, each of at least 32 characters. */
  secretKeys: Secrets;
  salesEmail: string;
  /** Without it no webhook is stored or sent. */
  webhooks?: WebhookSettings | undefined;
  /** The charts whose traffic is counted; without them no beacon is accepted. */
  charts?: readonly ChartTable[] | undefined;
  csp?: ContentPolicy | undefined;
  /** Folder of the built site; without it only the API is served. */
  webRoot?: string | undefined;
  /** Requests per client network in ten seconds; 2,000 by default. */
  requestsPerWindowMax?: number | undefined;
  log?: { level: string; stream?: { write(line: string): void } } | undefined;
}

/** Sender of all mail. */
export interface Sender {
  name: string;
  address: string;
}

/** Validated environment variables. */
export interface Settings
  extends Pick<
    AppConfig,
    'port' | 'host' | 'publicUrl' | 'webOrigins' | 'trustProxy' | 'salesEmail' | 'webhooks'
  > {
  /** URL of a PostgreSQL server; without it PGlite in `dataDir`. */
  databaseUrl: string | undefined;
  dataDir: string;
  /** URL of an SMTP server; without it every mail is written to a file in `dataDir`. */
  smtpUrl: string | undefined;
  mailFrom: Sender;
  /** Port and host of the metrics server; no metrics without a port. */
  metricsPort: number | undefined;
  metricsHost: string;
  /** Time between SIGTERM and shutdown in milliseconds, for the load balancer to see `/readyz` fail. */
  drainMs: number;
  /** Whether the traffic of the charts is counted. */
  countsTraffic: boolean;
  /** Without them a secret is generated in `dataDir`. */
  secretKeys: Secrets | undefined;
}

/** Whether a host name or address is a loopback one, which only this machine can reach. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' ||
  host.endsWith('.localhost') ||
  /^127(?:\.\d{1,3}){3}$/.test(host) ||
  /^\[?::1\]?$/.test(host);
