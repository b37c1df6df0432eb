import * as brand from '#contract/brand.ts';
import type { Settings } from '#server/config/app-config.ts';
import { readSettings, SettingError } from '#server/config/read-settings.ts';
import * as about from '#web/content/about.ts';
import * as campaign from '#web/content/campaign.ts';
import * as campaignClaims from '#web/content/campaign-claims.ts';
import type { Claim } from '#web/content/claim.ts';
import * as claims from '#web/content/claims.ts';
import * as logos from '#web/content/customer-logos.ts';
import * as homeStatic from '#web/content/home-static.ts';
import * as plans from '#web/content/plans.ts';
import * as testimonials from '#web/content/testimonials.ts';
import type { Command, Commands } from './command-line.ts';

/** Something that a launch has to replace or to set. */
interface Item {
  /** The file that has it, or the group of settings. */
  where: string;
  name: string;
  /** What to put there. */
  put: string;
}

const CONTENT = 'src/web/content';
const BRAND = 'src/contract/brand.ts';
/** Hosts that exist for examples only (RFC 2606). */
const EXAMPLE_HOST = /\.example\b|\bexample\.(?:com|net|org)\b/;
/** Placeholder that profiles of the sample content have in their addresses. */
const EXAMPLE_PROFILE = /-example\/$/;

/** The files with sample content. A file without `samples` has none left. */
const files: Record<string, Record<string, unknown>> = {
  [BRAND]: brand,
  [`${CONTENT}/about.ts`]: about,
  [`${CONTENT}/campaign.ts`]: campaign,
  [`${CONTENT}/customer-logos.ts`]: logos,
  [`${CONTENT}/home-static.ts`]: homeStatic,
  [`${CONTENT}/plans.ts`]: plans,
  [`${CONTENT}/testimonials.ts`]: testimonials,
};

/** The texts within a value, by their place in it. */
const textsOf = (value: unknown, place = ''): [string, string][] => {
  if (typeof value === 'string') return [[place, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    textsOf(inner, place === '' ? key : `${place}.${key}`),
  );
};

const marked = (): Item[] =>
  Object.entries(files).flatMap(([where, { samples }]) =>
    textsOf(samples).map(([name, put]) => ({ where, name, put })),
  );

const unsourced = (): Item[] =>
  Object.entries({ 'claims.ts': claims, 'campaign-claims.ts': campaignClaims }).flatMap(
    ([file, figures]) =>
      Object.entries<Claim>(figures)
        .filter(([, { source }]) => source === 'sample')
        .map(([name, { figure, text }]) => ({
          where: `${CONTENT}/${file}`,
          name,
          put: `${figure} ${text}: its source, or a figure that has one`,
        })),
  );

/** Addresses that nobody can reach; a mark could be forgotten, a host of examples can't. */
const unreachable = (): Item[] =>
  textsOf(brand)
    .filter(([, text]) => EXAMPLE_HOST.test(text) || EXAMPLE_PROFILE.test(text))
    .map(([name, text]) => ({ where: BRAND, name, put: `an address of yours for ${text}` }));

/** What is sample content in the sources of the site. */
export const sampleContents = (): Item[] => [...marked(), ...unsourced(), ...unreachable()];

const SETTINGS = 'the environment';

/** What the settings lack for a launch. */
const missingSettings = ({
  publicUrl,
  smtpUrl,
  secretKeys,
  mailFrom,
  salesEmail,
}: Settings): Item[] => {
  const site = new URL(brand.siteAddress).origin;
  const checks: [string, boolean, string][] = [
    ['PUBLIC_URL', publicUrl === site && site.startsWith('https:'), `${site}, over https`],
    ['SMTP_URL', smtpUrl !== undefined, 'a mail server: without it no mail reaches anybody'],
    ['SECRET_KEY', secretKeys !== undefined, 'a key of your own: openssl rand -base64 48'],
    [
      'MAIL_FROM',
      !EXAMPLE_HOST.test(mailFrom.address),
      'a sender whose domain your server may use',
    ],
    [
      'SALES_EMAIL',
      !EXAMPLE_HOST.test(salesEmail),
      'the mailbox of those who answer demo requests',
    ],
  ];
  return checks
    .filter(([, isSet]) => !isSet)
    .map(([name, , put]) => ({ where: SETTINGS, name, put }));
};

/** What the settings lack, or the one with which no server starts. */
const faultySettings = (env: NodeJS.ProcessEnv): Item[] => {
  try {
    return missingSettings(readSettings(env));
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    const [name = '', ...put] = error.message.split(' ');
    return [{ where: SETTINGS, name, put: put.join(' ') }];
  }
};

const print = (items: readonly Item[]): void => {
  for (const where of new Set(items.map((item) => item.where))) {
    console.log(where);
    for (const { name, put } of items.filter((item) => item.where === where))
      console.log(`  ${name}: ${put}`);
  }
};

const launchCommand: Command = {
  help: `npm run launch: lists what is sample content, a figure without a source, or a setting that a launch needs, and
what to put there; exit code 1 while something is left. It reads the settings as the server does.
docs/launch.md walks through it.`,
  run() {
    const left = [...sampleContents(), ...faultySettings(process.env)];
    print(left);
    console.log(
      left.length === 0 ? 'Nothing is left.' : `\n${left.length} left. Help: docs/launch.md`,
    );
    if (left.length > 0) process.exitCode = 1;
  },
};

export const commands: Commands = { launch: launchCommand };
