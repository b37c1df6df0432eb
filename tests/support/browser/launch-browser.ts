import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const NAMES = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser'];
const APPLE = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** No sandbox, because tests may run as root; no background requests of the browser itself. */
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--headless=shell',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const packagedPath = async (): Promise<string> => {
  // Makes the package unpack the libraries that a minimal system lacks; it reads this on import.
  process.env['AWS_LAMBDA_JS_RUNTIME'] ??= 'nodejs22.x';
  const { default: packaged } = await import('@sparticuz/chromium');
  return packaged.executablePath();
};

const browserPath = async (): Promise<string> => {
  const named = process.env['CHROMIUM_PATH'];
  if (named) return named;
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const installed = [
    ...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))),
    APPLE,
  ];
  const found = installed.find(isExecutable);
  if (found) return found;
  if (process.platform === 'linux' && process.arch === 'x64') return packagedPath();
  throw new Error(
    'No Chrome or Chromium on this machine. Install one, or name it: CHROMIUM_PATH=/path/to/chrome npm test',
  );
};

/**
 * Launches the browser of `CHROMIUM_PATH`, else an installed one, else the packaged one.
 *
 * @param switches further command-line switches
 */
export const launchBrowser = async (switches: string[] = []): Promise<Browser> =>
  chromium.launch({ executablePath: await browserPath(), args: [...ARGS, ...switches] });
