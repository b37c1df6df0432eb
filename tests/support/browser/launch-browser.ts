import { accessSync, constants, existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { packagedBrowser } from './packaged-browser.ts';
import { type FontFamily, writeFontConfig } from './test-fonts.ts';

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
  // Hosts on http that browsers don't trust as they do localhost: no Fetch Metadata, no Web Locks.
  '--host-resolver-rules=MAP *.sitara.test 127.0.0.1',
];

const SHARED_MEMORY = '/dev/shm';
/** Less is a container's default, in which pages crash. */
const SHARED_MEMORY_MIN_BYTES = 1_000_000_000;

/** Whether the browser may share memory there: files in the temporary folder cost it 6 % more CPU time. */
const hasSharedMemory = (): boolean => {
  if (!existsSync(SHARED_MEMORY)) return false;
  const { bavail, bsize } = statfsSync(SHARED_MEMORY);
  return bavail * bsize >= SHARED_MEMORY_MIN_BYTES;
};

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const installedPath = (): string => {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const installed = [
    ...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))),
    APPLE,
  ];
  const found = installed.find(isExecutable);
  if (found) return found;
  throw new Error(
    'No Chrome or Chromium on this machine. Install one, or name it: CHROMIUM_PATH=/path/to/chrome npm test',
  );
};

/** Whether the tests' own browser runs, which is packaged for one platform. */
export const isBrowserPackaged = (): boolean =>
  !process.env['CHROMIUM_PATH'] && process.platform === 'linux' && process.arch === 'x64';

const findBrowser = async (): Promise<{ path: string; env?: NodeJS.ProcessEnv }> => {
  const named = process.env['CHROMIUM_PATH'];
  if (named) return { path: named };
  if (isBrowserPackaged()) return packagedBrowser();
  return { path: installedPath() };
};

interface LaunchOptions {
  /** The only font besides the web fonts of a page; ignored where fontconfig is not used. */
  font?: FontFamily | undefined;
  /** Further command-line switches. */
  switches?: string[];
}

/** Launches the browser of `CHROMIUM_PATH`, else the packaged one, else an installed one. */
export const launchBrowser = async ({
  font = 'Arimo',
  switches = [],
}: LaunchOptions = {}): Promise<Browser> => {
  const { path, env } = await findBrowser();
  return chromium.launch({
    executablePath: path,
    args: [...ARGS, ...switches],
    ignoreDefaultArgs: hasSharedMemory() ? ['--disable-dev-shm-usage'] : [],
    // Otherwise each context leaves a folder of its own behind.
    tracesDir: mkdtempSync(join(tmpdir(), 'sitara-traces-')),
    env: { ...process.env, ...env, FONTCONFIG_FILE: writeFontConfig(font) },
  });
};
