import { findExecutable } from './find-executable.ts';
import { puppeteerEngine } from './puppeteer-engine.ts';

const path =
  process.env['CHROMIUM_PATH'] ||
  findExecutable('google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser');

/** Chromium, by the Chrome DevTools Protocol. */
export const chromium = puppeteerEngine(
  'chromium',
  path,
  'no Chrome or Chromium is installed (Debian: chromium), and CHROMIUM_PATH names none',
  // No sandbox, because tests may run as root.
  { browser: 'chrome', headless: 'shell', args: ['--no-sandbox', '--disable-gpu'] },
);
