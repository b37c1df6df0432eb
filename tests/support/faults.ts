import type { Page, Request } from 'playwright-core';
import { paths } from '#contract/paths.ts';
import type { Site, Visitor } from './site.ts';

/** Console lines that a missing network or a refused answer leaves behind. */
export const expectFaults = (visitor: Visitor): void => {
  visitor.expectConsole(/status of [45]\d\d|net::ERR_/);
  // What is only logged, as a code: `getuser: network`.
  visitor.expectConsole(/^[a-z-]+: [a-z_]+$/);
};

const isCall = (request: Request): boolean => /^\/v[12]\//.test(new URL(request.url()).pathname);

/**
 * Notes every call that the pages of a browser make from now on, as `POST /v1/company/create`; what
 * follows an address or a code is left out.
 */
export const noteCalls = ({ page }: Visitor): string[] => {
  const calls: string[] = [];
  const open = Object.values(paths).flatMap((path) => {
    const [bare = path, rest] = path.split('/:');
    return rest === undefined ? [] : [bare];
  });
  page.context().on('request', (request) => {
    if (!isCall(request)) return;
    const { pathname } = new URL(request.url());
    calls.push(`${request.method()} ${open.find((bare) => pathname.startsWith(bare)) ?? pathname}`);
  });
  return calls;
};

/** The same without what the page fetches by itself, such as a token. */
export const sentBy = (calls: string[]): string[] =>
  calls.filter((call) => call !== `GET ${paths.xsrf}`);

/**
 * The next call to a path is answered by the server, but the answer never arrives; nor do the
 * cookies in it.
 */
export const loseAnswer = async (page: Page, path: string): Promise<void> => {
  await page.route(
    `**${path}`,
    async (route) => {
      const context = page.context();
      const before = await context.cookies();
      await route.fetch();
      await context.clearCookies();
      await context.addCookies(before);
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
};

/**
 * The next call to a path is answered by the server, but the answer hangs until the page is gone.
 * `answered` ends when the server has answered.
 */
export const holdAnswer = async (
  page: Page,
  path: string,
): Promise<{ answered: Promise<void> }> => {
  let answer = (): void => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(
    `**${path}`,
    async (route) => {
      await route.fetch();
      answer();
    },
    { times: 1 },
  );
  return { answered };
};

/** Whatever the pages of this browser keep: storage, state of the history, cookies that scripts read. */
export const keptBy = (page: Page): Promise<string> =>
  page.evaluate(() =>
    JSON.stringify([localStorage, sessionStorage, history.state, document.cookie, location.href]),
  );

/** How many mails came to an address. */
export const mailsTo = ({ inbox }: Site, email: string): number =>
  inbox.received.filter(({ recipients }) => recipients.includes(email)).length;
