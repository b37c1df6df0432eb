import { fillPath } from '#contract/calls/call.ts';
import { paths } from '#contract/calls/paths.ts';
import { companyBody, completeBody, userBody } from '#tests/support/server/sign-up-steps.ts';
import type { Browser, Send } from './http-sender.ts';
import type { MailedCodes } from './mailed-codes.ts';

const idIn = (answer: string): string => JSON.parse(answer).message;

/** The whole wizard without a logo: code, company, user, mail to sales, password, display name. */
export const signUp = async (
  send: Send,
  browser: Browser,
  codes: MailedCodes,
  email: string,
): Promise<void> => {
  const mailed = codes.next(email);
  // If the request fails, nobody waits for its mail.
  mailed.catch(() => {});
  await send(browser, { method: 'POST', path: fillPath(paths.sendSignUpCode, { email }) });
  await send(browser, {
    method: 'GET',
    path: fillPath(paths.verifySignUpCode, { email, code: await mailed }),
  });
  const post = (path: string, body: object) => send(browser, { method: 'POST', path, body });
  const patch = (path: string, body: object) => send(browser, { method: 'PATCH', path, body });
  const companyId = idIn(await post(paths.createCompany, companyBody));
  const userId = idIn(await post(paths.createUser, userBody(companyId, email)));
  await post(paths.notifySales, {
    companyName: companyBody.name,
    userName: 'Asha Rao',
    userEmail: email,
  });
  await patch(paths.completeUser, completeBody(userId));
  await patch(paths.updateCompany, { uuid: companyId, name: 'Bright', about: 'We move things.' });
};
