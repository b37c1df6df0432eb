import type { BrowserContext } from 'playwright-core';

/** Runs in a page, before its own scripts: storage and locks as a browser that forbids them has them. */
const forbidStorage = () => {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(globalThis, name, { get: refuse });
  LockManager.prototype.request = async () => refuse();
};

/** The same where no room is left: what is there can be read, nothing can be added. */
const fillStorage = () => {
  Storage.prototype.setItem = () => {
    throw new DOMException('No room is left.', 'QuotaExceededError');
  };
};

/** How a browser may refuse to store anything. */
export const storageRefusals = { forbidden: forbidStorage, full: fillStorage };

/** Runs in a page, before its own scripts. */
const throwOnCookies = () => {
  Object.defineProperty(document, 'cookie', {
    get: () => {
      throw new DOMException('Cookies are forbidden.', 'SecurityError');
    },
  });
};

const knowThatCookiesAreBlocked = () => {
  Object.defineProperty(navigator, 'cookieEnabled', { get: () => false });
};

/** How a page may find that cookies are blocked: at once, by an error, or only by what the server says. */
export const cookieRefusals = {
  'says so': knowThatCookiesAreBlocked,
  throws: throwOnCookies,
  'says nothing': () => {},
};

const DROPPED = new Set(['connection', 'content-length', 'cookie', 'host', 'transfer-encoding']);

/** No cookie reaches the server, and none comes back, whatever the page believes. */
export const blockCookies = async (context: BrowserContext): Promise<void> => {
  await context.route(/\/v[12]\//, async (route) => {
    const request = route.request();
    const headers = Object.entries(await request.allHeaders());
    const sent = headers.filter(([name]) => !name.startsWith(':') && !DROPPED.has(name));
    const body = request.postDataBuffer();
    const answer = await fetch(request.url(), {
      method: request.method(),
      headers: Object.fromEntries(sent),
      ...(body ? { body: new Uint8Array(body) } : {}),
    });
    const { 'set-cookie': _, ...kept } = Object.fromEntries(answer.headers);
    await route.fulfill({ status: answer.status, headers: kept, body: await answer.text() });
  });
};
