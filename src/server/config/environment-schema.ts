import { isIP } from 'node:net';
import * as yup from 'yup';
import * as brand from '#contract/brand.ts';
import { isEmail } from '#contract/email.ts';
import { isSingleLine } from '#contract/text.ts';

const PORT_MAX = 65_535;
const PROXIES_MAX = 10;
const DRAIN_MS_MAX = 60_000;
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

const hasScheme = (value: string, schemes: readonly string[]): boolean =>
  URL.canParse(value) && schemes.includes(new URL(value).protocol);

const isDecodable = (value: string): boolean => {
  const { username, password, pathname } = new URL(value);
  try {
    decodeURIComponent(username + password + pathname);
    return true;
  } catch {
    return false;
  }
};

const serverUrl = (...schemes: string[]) =>
  yup
    .string()
    .test(
      'scheme',
      `must be an address that begins with ${schemes.join('// or ')}//`,
      (value) => value === undefined || hasScheme(value, schemes),
    )
    .test(
      'percent-encoding',
      'has a % that is not followed by two hexadecimal digits: write %25 for the sign itself',
      (value) => value === undefined || !hasScheme(value, schemes) || isDecodable(value),
    );

const HTTP = ['http:', 'https:'];

const isBareOrigin = (value: string): boolean => {
  const { pathname, search, hash, username } = new URL(value);
  return pathname === '/' && search + hash + username === '';
};

const origin = () =>
  yup
    .string()
    .test(
      'scheme',
      'must hold addresses that begin with http:// or https://',
      (value) => value === undefined || hasScheme(value, HTTP),
    )
    .test(
      'bare',
      'must hold addresses without a path, like https://www.example.com',
      (value) => value === undefined || !hasScheme(value, HTTP) || isBareOrigin(value),
    );

/** The parts of `Name <address>` or of a bare address. */
export const readSender = (text: string): { name: string; address: string } => {
  const [, name = '', address = text] = /^([^<>]*)<([^<>]+)>$/.exec(text) ?? [];
  return { name: name.trim(), address };
};

const isSender = (text: string): boolean => isSingleLine(text) && isEmail(readSender(text).address);

/** Every environment variable of the server: its default, its rule and its message. */
export const environmentSchema = yup.object({
  PORT: wholeNumber(PORT_MAX).default(3000),
  HOST: host(),
  DATABASE_URL: serverUrl('postgres:', 'postgresql:'),
  DATA_DIR: yup.string().default('.data'),
  SMTP_URL: serverUrl('smtp:', 'smtps:'),
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
  SECRET_KEY: yup
    .string()
    .min(SECRET_LENGTH_MIN, `must have at least ${SECRET_LENGTH_MIN} characters`)
    .when('DATABASE_URL', {
      is: (url: string | undefined) => url !== undefined,
      // biome-ignore lint/suspicious/noThenProperty: yup's name for the branch.
      then: (schema) =>
        schema.defined('is required with DATABASE_URL: all processes must share it'),
    }),
});
