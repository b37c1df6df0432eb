import type { APIRequestContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { fillPath } from '#contract/calls/call.ts';
import { paths } from '#contract/calls/paths.ts';
import { cookieNames, XSRF_HEADER } from '#contract/cookies.ts';
import type { AccountProgress } from '#machines/rules/sign-up.ts';
import { pngLogo } from '../server/images/png-logo.ts';
import { companyBody, userBody } from '../server/sign-up-steps.ts';
import { endResendPauses } from './end-resend-pause.ts';
import { latestCode } from './latest-code.ts';
import type { Site } from './site.ts';

type Body = Pick<NonNullable<Parameters<APIRequestContext['post']>[1]>, 'data' | 'multipart'>;

/** Posts to the API with the browser's cookies and XSRF token; returns the response's `message`. */
const call = async (site: Site, page: Page, path: string, body: Body = {}): Promise<string> => {
  const context = page.context();
  const cookies = await context.cookies();
  const token = cookies.find(({ name }) => name === cookieNames.xsrf)?.value ?? '';
  const response = await context.request.post(site.url + path, {
    headers: { origin: site.url, [XSRF_HEADER]: token },
    ...body,
  });
  expect(response.status()).toBe(200);
  return (await response.json()).message;
};

/** Requests a sign-up code through the API. The browser must have visited the site before. */
export const requestCodeByApi = (site: Site, page: Page, email: string): Promise<string> =>
  call(site, page, fillPath(paths.sendSignUpCode, { email }));

/** Requests a login code through the API. The browser must have visited the site before. */
export const requestLoginCodeByApi = (site: Site, page: Page, email: string): Promise<string> =>
  call(site, page, fillPath(paths.sendLoginCode, { email }));

/** Verifies an address through the API: the browser receives a ticket. */
export const verifyEmailByApi = async (site: Site, page: Page, email: string): Promise<void> => {
  await requestCodeByApi(site, page, email);
  const path = fillPath(paths.verifySignUpCode, { email, code: await latestCode(site, email) });
  const response = await page.context().request.get(site.url + path, {
    headers: { origin: site.url },
  });
  expect(response.status()).toBe(200);
};

/** Logs in with a code through the API, as another tab does. */
export const logInByApi = async (site: Site, page: Page, email: string): Promise<void> => {
  await endResendPauses(site);
  await requestLoginCodeByApi(site, page, email);
  const otp = await latestCode(site, email);
  await call(site, page, paths.login, { data: { email, otp } });
};

/**
 * Creates the wanted parts of an account through the API; needs a ticket.
 *
 * @param wanted which parts to create; their values don't matter
 * @returns the same parts with their real ids
 */
export const createAccountByApi = async (
  site: Site,
  page: Page,
  email: string,
  wanted: AccountProgress,
): Promise<AccountProgress> => {
  if (wanted.companyId === undefined) return {};
  const companyId = await call(site, page, paths.createCompany, { data: companyBody });
  const made: AccountProgress = { ownerEmail: email, companyId };
  if (wanted.logoAddress !== undefined) {
    const multipart = { companyid: companyId, file: await pngLogo() };
    made.logoAddress = await call(site, page, paths.uploadLogo, { multipart });
  }
  if (wanted.userId !== undefined)
    made.userId = await call(site, page, paths.createUser, { data: userBody(companyId, email) });
  return made;
};
