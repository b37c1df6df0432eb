import type { Page, Request } from 'playwright-core';
import { paths } from '#contract/calls/paths.ts';
import { routeOnce } from '../browser/route-once.ts';
import type { Site } from '../browser/site.ts';
import type { Visitor } from '../browser/visitor.ts';
import { NO_LOGIN_NOTICE } from '../server/mail/caught-mail.ts';

/** Allows the console lines of a network failure or an error response. */
export const expectNetworkErrors = (visitor: Visitor): void => {
  visitor.expectConsole(/status of [45]\d\d|net::ERR_/);
  // Errors that are only logged, as a code: `getuser: network`.
  visitor.expectConsole(/^[a-z-]+: [a-z_]+$/);
};

const isCall = (request: Request): boolean => /^\/v[12]\//.test(new URL(request.url()).pathname);

/**
 * Records every API call of a browser context from now on, as `POST /v1/company/create`; path
 * parameters are left out.
 */
export const recordCalls = ({ page }: Visitor): string[] => {
  const calls: string[] = [];
  const prefixes = Object.values(paths).flatMap((path) => {
    const [prefix = path, rest] = path.split('/:');
    return rest === undefined ? [] : [prefix];
  });
  page.context().on('request', (request) => {
    if (!isCall(request)) return;
    const { pathname } = new URL(request.url());
    calls.push(
      `${request.method()} ${prefixes.find((prefix) => pathname.startsWith(prefix)) ?? pathname}`,
    );
  });
  return calls;
};

/** Calls that pages make by themselves: for the XSRF token, what became of a mail, a challenge for passkeys, the lists. */
const OWN_CALLS = [
  `GET ${paths.xsrf}`,
  `GET ${paths.signUpMail.split('/:')[0]}`,
  `POST ${paths.passkeyLoginOptions}`,
  `GET ${paths.listPasskeys}`,
  `GET ${paths.listSessions}`,
];

/** The recorded calls without those that a page makes by itself. */
export const withoutTokenCalls = (calls: string[]): string[] =>
  calls.filter((call) => !OWN_CALLS.includes(call));

/**
 * The server handles the next call to a path, but the response and its cookies never reach the
 * page.
 */
export const loseResponse = async (page: Page, path: string): Promise<void> => {
  await routeOnce(page, `**${path}`, async (route) => {
    const context = page.context();
    const before = await context.cookies();
    await route.fetch();
    await context.clearCookies();
    await context.addCookies(before);
    await route.abort('connectionreset');
  });
};

/**
 * The server handles the next call to a path, but the response never arrives. `answered` resolves
 * once the server has responded.
 */
export const stallResponse = async (
  page: Page,
  path: string,
): Promise<{ answered: Promise<void> }> => {
  let response = (): void => {};
  const answered = new Promise<void>((resolve) => {
    response = resolve;
  });
  await routeOnce(page, `**${path}`, async (route) => {
    await route.fetch();
    response();
  });
  return { answered };
};

/**
 * Everything that scripts can read from this browser context: storage, history state, cookies, URL.
 */
export const readStoredState = (page: Page): Promise<string> =>
  page.evaluate(() =>
    JSON.stringify([localStorage, sessionStorage, history.state, document.cookie, location.href]),
  );

/** The number of mails to an address, without notices of a login in an unknown browser. */
export const countMails = ({ inbox }: Site, email: string): number =>
  inbox.received.filter(
    ({ recipients, mail }) =>
      recipients.includes(email) && NO_LOGIN_NOTICE.test(mail.subject ?? ''),
  ).length;
