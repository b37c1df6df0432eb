import { resolve } from 'node:path';
import { ValidationError } from 'yup';
import * as brand from '#contract/brand.ts';
import { canonicalEmail } from '#contract/email.ts';
import type { Settings } from './app-config.ts';
import { environmentSchema, readSender } from './environment-schema.ts';
import { SettingError } from './setting-error.ts';

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
    secretKey: values.SECRET_KEY,
  };
};
