import { resolve } from 'node:path';
import { brand } from '#contract/brand.ts';
import { canonicalEmail, isEmail } from '#contract/email.ts';
import { isSingleLine } from '#contract/text.ts';
import type { Sender, Settings } from './config.ts';

const PORT_DEFAULT = 3000;
const PORT_MAX = 65_535;
const PROXIES_MAX = 10;
const DRAIN_MS_DEFAULT = 2000;
const DRAIN_MS_MAX = 60_000;
const SECRET_LENGTH_MIN = 32;
const HOST = /^[A-Za-z0-9.:_-]+$/;

/** A setting that can't be used. The message is one line that begins with the variable's name. */
export class SettingError extends Error {}

type Environment = Record<string, string | undefined>;

const wholeNumber = (env: Environment, name: string, fallback: number, max: number): number => {
  const value = env[name];
  if (value === undefined || value === '') return fallback;
  if (!/^\d{1,6}$/.test(value) || Number(value) > max)
    throw new SettingError(`${name} must be a whole number from 0 to ${max}`);
  return Number(value);
};

// Values of addresses are never repeated in a message: they can hold passwords.
const address = (
  env: Environment,
  name: string,
  schemes: readonly string[],
): string | undefined => {
  const value = env[name];
  if (value === undefined || value === '') return undefined;
  if (!URL.canParse(value) || !schemes.includes(new URL(value).protocol))
    throw new SettingError(
      `${name} must be an address that begins with ${schemes.join('// or ')}//`,
    );
  return value;
};

const origin = (name: string, value: string): string => {
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol))
    throw new SettingError(`${name} must hold addresses that begin with http:// or https://`);
  const { origin, pathname, search, hash, username } = new URL(value);
  if (pathname !== '/' || search + hash + username !== '')
    throw new SettingError(
      `${name} must hold addresses without a path, like https://www.example.com`,
    );
  return origin;
};

const sender = (env: Environment): Sender => {
  const value = env['MAIL_FROM'] || `${brand.name} <${brand.senderEmail}>`;
  const [, name = '', bare = value] = /^([^<>]*)<([^<>]+)>$/.exec(value) ?? [];
  if (!isEmail(bare) || !isSingleLine(name))
    throw new SettingError('MAIL_FROM must be an address, or a name and an <address>');
  return { name: name.trim() || brand.name, address: canonicalEmail(bare) };
};

const salesEmail = (env: Environment): string => {
  const value = env['SALES_EMAIL'] || brand.salesEmail;
  if (!isEmail(value)) throw new SettingError('SALES_EMAIL must be an email address');
  return canonicalEmail(value);
};

const secretKey = (env: Environment): string | undefined => {
  const value = env['SECRET_KEY'] || undefined;
  if (value !== undefined && value.length < SECRET_LENGTH_MIN)
    throw new SettingError(`SECRET_KEY must have at least ${SECRET_LENGTH_MIN} characters`);
  if (value === undefined && env['DATABASE_URL'])
    throw new SettingError('SECRET_KEY is required with DATABASE_URL: all processes must share it');
  return value;
};

const host = (env: Environment, name: string): string => {
  const value = env[name] || '127.0.0.1';
  if (!HOST.test(value)) throw new SettingError(`${name} must be a host name or an IP address`);
  return value;
};

/**
 * Reads and checks the environment (design, Running it).
 *
 * @throws SettingError whose one line names the variable
 */
export const readSettings = (env: Environment): Settings => {
  const publicUrl = address(env, 'PUBLIC_URL', ['http:', 'https:']);
  const webOrigins = (env['WEB_ORIGINS'] ?? '').split(/[\s,]+/).filter((part) => part !== '');
  return {
    port: wholeNumber(env, 'PORT', PORT_DEFAULT, PORT_MAX),
    host: host(env, 'HOST'),
    databaseUrl: address(env, 'DATABASE_URL', ['postgres:', 'postgresql:']),
    dataDir: resolve(env['DATA_DIR'] || '.data'),
    smtpUrl: address(env, 'SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: sender(env),
    salesEmail: salesEmail(env),
    publicUrl: publicUrl && origin('PUBLIC_URL', publicUrl),
    webOrigins: webOrigins.map((part) => origin('WEB_ORIGINS', part)),
    trustProxy: wholeNumber(env, 'TRUST_PROXY', 0, PROXIES_MAX),
    metricsPort: env['METRICS_PORT'] ? wholeNumber(env, 'METRICS_PORT', 0, PORT_MAX) : undefined,
    metricsHost: host(env, 'METRICS_HOST'),
    drainMs: wholeNumber(env, 'DRAIN_MS', DRAIN_MS_DEFAULT, DRAIN_MS_MAX),
    secretKey: secretKey(env),
  };
};
