import type { APIRequestContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { cookieNames, XSRF_HEADER } from '#contract/cookies.ts';
import { fillPath, paths } from '#contract/paths.ts';
import type { Account } from '#contract/sign-up.ts';
import { pngLogo } from './logo.ts';
import { newestCode } from './newest-code.ts';
import { companyBody, userBody } from './sign-up-steps.ts';
import type { Site } from './site.ts';

type Body = Pick<NonNullable<Parameters<APIRequestContext['post']>[1]>, 'data' | 'multipart'>;

/** A call as a page of the site makes it, with the browser's cookies; what it answers as its message. */
const call = async (site: Site, page: Page, path: string, body: Body = {}): Promise<string> => {
  const context = page.context();
  const cookies = await context.cookies();
  const token = cookies.find(({ name }) => name === cookieNames.xsrf)?.value ?? '';
  const answer = await context.request.post(site.url + path, {
    headers: { origin: site.url, [XSRF_HEADER]: token },
    ...body,
  });
  expect(answer.status()).toBe(200);
  return (await answer.json()).message;
};

/** Has a code mailed to an address, without a form. The browser has been on the site before. */
export const sendCode = (site: Site, page: Page, email: string): Promise<string> =>
  call(site, page, fillPath(paths.sendSignUpCode, email));

/** Proves an address, without a form: the browser has a ticket afterwards. */
export const proveAddress = async (site: Site, page: Page, email: string): Promise<void> => {
  await sendCode(site, page, email);
  const path = fillPath(paths.verifySignUpCode, email, await newestCode(site, email));
  const answer = await page.context().request.get(site.url + path);
  expect(answer.status()).toBe(200);
};

/**
 * Makes as much of an account as is wanted, without the wizard; needs the ticket.
 * @param wanted which parts; their values don't matter
 * @returns the same parts with their real ids
 */
export const makeAccount = async (
  site: Site,
  page: Page,
  email: string,
  wanted: Account,
): Promise<Account> => {
  if (wanted.companyId === undefined) return {};
  const companyId = await call(site, page, paths.createCompany, { data: companyBody });
  const made: Account = { ownerEmail: email, companyId };
  if (wanted.logoAddress !== undefined) {
    const multipart = { companyid: companyId, file: await pngLogo() };
    made.logoAddress = await call(site, page, paths.uploadLogo, { multipart });
  }
  if (wanted.userId !== undefined)
    made.userId = await call(site, page, paths.createUser, { data: userBody(companyId, email) });
  return made;
};
