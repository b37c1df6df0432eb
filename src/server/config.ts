/** Origins and hashes that the built site needs in its content security policy. */
export interface ContentPolicy {
  /** Hashes of inline scripts, quoted: `'sha256-…'`. */
  scripts: readonly string[];
  /** Hashes of inline style elements, quoted. */
  styles: readonly string[];
  connect: readonly string[];
  frame: readonly string[];
  scriptOrigins: readonly string[];
  /** Origins whose frames may ask the browser for a payment; none where no provider is configured. */
  payment: readonly string[];
}

/** What `createApp` needs to know; it reads no environment. */
export interface AppConfig {
  /** Where it listens, as far as that is known beforehand. */
  port: number;
  host: string;
  /** The site's own address; derived from the listening port when undefined. */
  publicUrl: string | undefined;
  /** Other origins that may call the API with cookies. */
  webOrigins: readonly string[];
  /** How many proxies in front are trusted. */
  trustProxy: number;
  /** Keys codes, tokens and XSRF values; at least 32 characters. */
  secretKey: string;
  salesEmail: string;
  csp?: ContentPolicy | undefined;
  /** Folder of the built site; without it only the API answers. */
  webRoot?: string | undefined;
  /** Requests that one network may send in ten seconds; 2,000, unless it says so. */
  requestsPerWindowMax?: number | undefined;
  log?: { level: string; stream?: { write(line: string): void } } | undefined;
}

/** Who mails are from. */
export interface Sender {
  name: string;
  address: string;
}

/** What the environment says, checked. */
export interface Settings
  extends Pick<
    AppConfig,
    'port' | 'host' | 'publicUrl' | 'webOrigins' | 'trustProxy' | 'salesEmail'
  > {
  /** A PostgreSQL server; without it PGlite in `dataDir`. */
  databaseUrl: string | undefined;
  dataDir: string;
  /** An SMTP server; without it every mail becomes a file in `dataDir`. */
  smtpUrl: string | undefined;
  mailFrom: Sender;
  /** Where metrics are shown, beside the site; nowhere without a port. */
  metricsPort: number | undefined;
  metricsHost: string;
  /** Milliseconds for which a server that was told to stop goes on, so that a balancer can notice. */
  drainMs: number;
  /** Without it one is generated into `dataDir`. */
  secretKey: string | undefined;
}
