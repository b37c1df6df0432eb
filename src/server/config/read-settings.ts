import { isIP } from 'node:net';
import { resolve } from 'node:path';
import * as yup from 'yup';
import { ValidationError } from 'yup';
import * as brand from '#contract/brand.ts';
import { MINUTE_MS } from '#contract/durations.ts';
import { canonicalEmail, isEmail } from '#contract/email.ts';
import { isSingleLine } from '#contract/text.ts';
import { isLoopback, type Settings } from './app-config.ts';
import type { Secrets } from './keys.ts';
import { readWebhooks, webhookFault } from './webhook-endpoints.ts';

/** An environment variable with an unusable value. The message is one line that begins with its name. */
export class SettingError extends Error {}

/** Turns an error of `listen` into one that names the variable of the host or of the port. */
export const toListenError = (
  error: NodeJS.ErrnoException,
  names: { host: string; port: string },
): SettingError => {
  if (error.code === 'EADDRINUSE')
    return new SettingError(`${names.port} is in use by another program`);
  if (error.code === 'EACCES')
    return new SettingError(`${names.port} may not be listened on by this user (EACCES)`);
  return new SettingError(`${names.host} is not an address of this machine (${error.code})`);
};

const PORT_MAX = 65_535;
const PROXIES_MAX = 10;
const DRAIN_MS_MAX = MINUTE_MS;
const SECRET_LENGTH_MIN = 32;
const LOCAL_HOST = '127.0.0.1';
/** Dotted labels, the last of which is not a number: `300.1.1.1` is neither a name nor an address. */
const HOST_NAME = /^(?:[\w-]{1,63}\.)*(?!\d+$)[\w-]{1,63}$/;

// Messages follow the name of the variable. They never contain the value, which may be a secret.

const wholeNumber = (max: number) => {
  const message = `must be a whole number from 0 to ${max}`;
  return yup
    .number()
    .transform((_value, text: string) => (/^\d{1,6}$/.test(text) ? Number(text) : Number.NaN))
    .typeError(message)
    .max(max, message);
};

const host = () =>
  yup
    .string()
    .default(LOCAL_HOST)
    .test(
      'host',
      'must be a host name or an IP address',
      (value) => isIP(value) !== 0 || HOST_NAME.test(value),
    );

const isDecodable = (value: string): boolean => {
  const { username, password, pathname } = new URL(value);
  try {
    decodeURIComponent(username + password + pathname);
    return true;
  } catch {
    return false;
  }
};

/** The scheme that a text begins with, such as `smtp:`, whether or not the rest is an address. */
const schemeOf = (text: string): string => /^\s*(\w+:)\/\//.exec(text)?.[1]?.toLowerCase() ?? '';

/** A rule of a variable: `faultOf` returns what is wrong with its value. */
const rule =
  (faultOf: (value: string) => string | undefined) =>
  (value: string | undefined, { createError }: yup.TestContext) => {
    const message = value === undefined ? undefined : faultOf(value);
    return message === undefined || createError({ message });
  };

const serverUrl = (...schemes: string[]) =>
  yup.string().test(
    rule((value) => {
      if (!schemes.includes(schemeOf(value)))
        return `must be an address that begins with ${schemes.join('// or ')}//`;
      if (!URL.canParse(value))
        return 'is not a readable address: check host and port, and write / ? # in a password as %2F %3F %23';
      return isDecodable(value)
        ? undefined
        : 'has a % that is not followed by two hexadecimal digits: write %25 for the sign itself';
    }),
  );

const isBareOrigin = (value: string): boolean => {
  const { pathname, search, hash, username } = new URL(value);
  return pathname === '/' && search + hash + username === '';
};

const origin = () =>
  yup.string().test(
    rule((value) => {
      if (!URL.canParse(value) || !['http:', 'https:'].includes(new URL(value).protocol))
        return 'must hold addresses that begin with http:// or https://';
      return isBareOrigin(value)
        ? undefined
        : 'must hold addresses without a path, like https://www.example.com';
    }),
  );

/** The parts of `Name <address>` or of a bare address. */
const readSender = (text: string): { name: string; address: string } => {
  const [, name = '', address = text] = /^([^<>]*)<([^<>]+)>$/.exec(text) ?? [];
  return { name: name.trim(), address };
};

const isSender = (text: string): boolean => isSingleLine(text) && isEmail(readSender(text).address);

/** Every environment variable of the server: its default, its rule and its message. */
const environmentSchema = yup.object({
  PORT: wholeNumber(PORT_MAX).default(3000),
  HOST: host(),
  DATABASE_URL: serverUrl('postgres:', 'postgresql:'),
  DATA_DIR: yup
    .string()
    .default('.data')
    .matches(/\S/, 'must be the path of a folder, or not be set'),
  // A PostgreSQL without a host is one on a socket of this machine.
  SMTP_URL: serverUrl('smtp:', 'smtps:').test(
    'host',
    'must name the host of the mail server',
    (value) => value === undefined || !URL.canParse(value) || new URL(value).hostname !== '',
  ),
  MAIL_FROM: yup
    .string()
    .default(`${brand.name} <${brand.senderEmail}>`)
    .test('sender', 'must be an address, or a name and an <address>', isSender),
  SALES_EMAIL: yup
    .string()
    .default(brand.salesEmail)
    .test('email', 'must be an email address', isEmail),
  PUBLIC_URL: origin(),
  WEB_ORIGINS: yup
    .array()
    .transform((_value, text: string) => text.split(/[\s,]+/).filter((part) => part !== ''))
    .of(origin().defined())
    .default([]),
  TRUST_PROXY: wholeNumber(PROXIES_MAX).default(0),
  METRICS_PORT: wholeNumber(PORT_MAX),
  METRICS_HOST: host(),
  DRAIN_MS: wholeNumber(DRAIN_MS_MAX).default(2000),
  FUNNEL: yup.string().oneOf(['0', '1'], 'must be 0 or 1').default('0'),
  WEBHOOK_ALLOW_PRIVATE: yup.string().oneOf(['0', '1'], 'must be 0 or 1').default('0'),
  WEBHOOK_URLS: yup
    .string()
    .when('WEBHOOK_ALLOW_PRIVATE', ([allowsPrivate], schema) =>
      schema.test(rule((value) => webhookFault(value, allowsPrivate === '1'))),
    ),
  SECRET_KEY: yup
    .array()
    .transform((_value, text: string) => text.split(',').map((part) => part.trim()))
    .of(
      yup
        .string()
        .defined()
        .min(SECRET_LENGTH_MIN, `must have at least ${SECRET_LENGTH_MIN} characters in each key`),
    )
    .when('DATABASE_URL', {
      is: (url: string | undefined) => url !== undefined,
      // biome-ignore lint/suspicious/noThenProperty: yup's name for the branch.
      then: (schema) =>
        schema.defined('is required with DATABASE_URL: all processes must share it'),
    }),
});

type Environment = Record<string, string | undefined>;

const validate = (env: Environment) => {
  // An empty variable counts as unset.
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  try {
    return environmentSchema.validateSync(present);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const [name] = (error.path ?? '').split('[', 1);
    throw new SettingError(`${name} ${error.message}`);
  }
};

/**
 * Reads and validates the environment variables.
 *
 * @throws SettingError with one line that names the variable
 */
export const readSettings = (env: Environment): Settings => {
  const values = validate(env);
  const sender = readSender(values.MAIL_FROM);
  return {
    port: values.PORT,
    host: values.HOST,
    databaseUrl: values.DATABASE_URL,
    dataDir: resolve(values.DATA_DIR),
    smtpUrl: values.SMTP_URL,
    mailFrom: { name: sender.name || brand.name, address: canonicalEmail(sender.address) },
    salesEmail: canonicalEmail(values.SALES_EMAIL),
    publicUrl: values.PUBLIC_URL && new URL(values.PUBLIC_URL).origin,
    webOrigins: values.WEB_ORIGINS.map((origin) => new URL(origin).origin),
    trustProxy: values.TRUST_PROXY,
    metricsPort: values.METRICS_PORT,
    metricsHost: values.METRICS_HOST,
    drainMs: values.DRAIN_MS,
    countsTraffic: values.FUNNEL === '1',
    secretKeys: values.SECRET_KEY as Secrets | undefined,
    webhooks: readWebhooks(values.WEBHOOK_URLS, values.WEBHOOK_ALLOW_PRIVATE === '1'),
  };
};

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
