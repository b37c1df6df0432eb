import { expect, test } from 'vitest';
import { browserName } from '#contract/browser-name.ts';

const MOZILLA = 'Mozilla/5.0';
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  ['Chrome on Linux', `${MOZILLA} (X11; Linux x86_64) ${WEBKIT} Chrome/147.0.0.0 Safari/537.36`],
  [
    'Edge on Windows',
    `${MOZILLA} (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/147.0.0.0 Safari/537.36 Edg/147.0.0.0`,
  ],
  [
    'Opera on Mac',
    `${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Chrome/146.0.0.0 Safari/537.36 OPR/130.0.0.0`,
  ],
  ['Firefox on Windows', `${MOZILLA} (Windows NT 10.0; rv:145.0) Gecko/20100101 Firefox/145.0`],
  [
    'Safari on iPhone',
    `${MOZILLA} (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1`,
  ],
  [
    'Chrome on iPhone',
    `${MOZILLA} (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/147.0.0.0 Mobile/15E148 Safari/604.1`,
  ],
  [
    'Samsung Internet on Android',
    `${MOZILLA} (Linux; Android 10; K) ${WEBKIT} SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36`,
  ],
  [
    'Chrome on ChromeOS',
    `${MOZILLA} (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/147.0.0.0 Safari/537.36`,
  ],
  ['Linux', 'SomeBrowser/1.0 (Linux)'],
  ['', ''],
])('%j', (name, userAgent) => {
  expect(browserName(userAgent)).toBe(name);
});
