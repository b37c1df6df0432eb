import { createHash } from 'node:crypto';

/** Build-dependent sources of the server's Content-Security-Policy. */
export interface ContentPolicy {
  /** Hashes of the inline scripts and styles of each document, as CSP sources, by its path. */
  documents: Record<string, { scripts: string[]; styles: string[] }>;
  /** Other origins that the page may call, frame and load scripts from. */
  connect: string[];
  frame: string[];
  scriptOrigins: string[];
  /** Other origins that the page may load images from. */
  images: string[];
  /** Origins whose frames may use the Payment Request API. */
  payment: string[];
}

/** Executable inline scripts; data blocks have a `type`. */
const INLINE_SCRIPT = /<script(?![^>]*\s(?:src|type)=)[^>]*>([\s\S]*?)<\/script>/g;

const INLINE_STYLE = /<style>([\s\S]*?)<\/style>/g;

const hashesOf = (html: string, inline: RegExp): string[] => [
  ...new Set(
    [...html.matchAll(inline)].map(
      ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    ),
  ),
];

const originsOf = (addresses: (string | undefined)[]): string[] => [
  ...new Set(addresses.flatMap((address) => (address ? [new URL(address).origin] : []))),
];

/**
 * The payment provider's public hosts: the script, its checkout frame, and the telemetry of both.
 */
const PAYMENT = {
  script: 'https://checkout.razorpay.com/',
  frame: 'https://api.razorpay.com/',
  reports: 'https://lumberjack.razorpay.com/',
} as const;

/**
 * Derives the policy from the built documents and the `VITE_*` values; throws on an invalid URL.
 * @param documents HTML by path
 */
export const contentPolicy = (
  documents: Record<string, string>,
  env: NodeJS.ProcessEnv,
): ContentPolicy => {
  const payment = env['VITE_RAZORPAY_KEY'] ? PAYMENT : undefined;
  // What the tag manager loads, calls and counts with pixels is at its own origin or is blocked.
  const tag = env['VITE_TAG_URL'];
  const all = Object.values(documents).join('');
  return {
    documents: Object.fromEntries(
      Object.entries(documents).map(([path, html]) => [
        path,
        {
          scripts: hashesOf(html, INLINE_SCRIPT),
          // Home's document shows other pages too.
          styles: hashesOf(path === '/' ? all : html, INLINE_STYLE),
        },
      ]),
    ),
    connect: originsOf([
      env['VITE_API_URL'],
      env['VITE_API_TEST_URL'],
      payment?.frame,
      payment?.reports,
      tag,
    ]),
    frame: originsOf([
      env['VITE_DEMO_EMBED_URL'],
      env['VITE_CALENDAR_URL'],
      payment?.script,
      payment?.frame,
    ]),
    scriptOrigins: originsOf([payment?.script, tag]),
    images: originsOf([tag]),
    payment: originsOf([payment?.script, payment?.frame]),
  };
};
