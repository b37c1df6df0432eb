import { findExecutable } from './find-executable.ts';
import { puppeteerEngine } from './puppeteer-engine.ts';

/** Firefox, by WebDriver BiDi. */
export const firefox = puppeteerEngine(
  'firefox',
  process.env['FIREFOX_PATH'] || findExecutable('firefox', 'firefox-esr'),
  'no Firefox is installed (Debian: firefox-esr), and FIREFOX_PATH names none',
  { browser: 'firefox', headless: true },
);
