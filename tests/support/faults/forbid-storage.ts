import type { BrowserContext } from 'playwright-core';

/**
 * Runs in a page before its own scripts: storage and locks throw, as in a browser that forbids
 * them.
 */
const forbidStorage = () => {
  const throwError = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(globalThis, name, { get: throwError });
  LockManager.prototype.request = async () => throwError();
};

/** Runs in a page before its own scripts: storage is full; existing items are readable. */
const fillStorage = () => {
  Storage.prototype.setItem = () => {
    throw new DOMException('No room is left.', 'QuotaExceededError');
  };
};

/** The ways in which a browser refuses to store data. */
export const storageFailures = { forbidden: forbidStorage, full: fillStorage };

/** Runs in a page before its own scripts. */
const throwOnCookies = () => {
  Object.defineProperty(document, 'cookie', {
    get: () => {
      throw new DOMException('Cookies are forbidden.', 'SecurityError');
    },
  });
};

const disableCookies = () => {
  Object.defineProperty(navigator, 'cookieEnabled', { get: () => false });
};

/**
 * How a page can detect that cookies are blocked: by `navigator`, by an exception, or only by the
 * server's responses.
 */
export const cookieFailures = {
  'says so': disableCookies,
  throws: throwOnCookies,
  'says nothing': () => {},
};

const DROPPED_HEADERS = new Set([
  'connection',
  'content-length',
  'cookie',
  'host',
  'transfer-encoding',
]);

/** Drops cookies in both directions between the page and the server. */
export const blockCookies = async (context: BrowserContext): Promise<void> => {
  await context.route(/\/v[12]\//, async (route) => {
    const request = route.request();
    const headers = Object.entries(await request.allHeaders());
    const sent = headers.filter(([name]) => !name.startsWith(':') && !DROPPED_HEADERS.has(name));
    const body = request.postDataBuffer();
    const response = await fetch(request.url(), {
      method: request.method(),
      headers: Object.fromEntries(sent),
      ...(body ? { body: new Uint8Array(body) } : {}),
    });
    const { 'set-cookie': _, ...headersWithoutCookies } = Object.fromEntries(response.headers);
    await route.fulfill({
      status: response.status,
      headers: headersWithoutCookies,
      body: await response.text(),
    });
  });
};
