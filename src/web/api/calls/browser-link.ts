import type { KnowBrowserResult, SendLinkResult } from '#machines/browser-link.ts';
import { callApi, unwrap } from '../client.ts';

/** Requests a link that makes a browser known. Not `ok`: those of the day are used up. */
export const sendBrowserLink = async ({ email }: { email: string }): Promise<SendLinkResult> => {
  const result = await callApi('sendBrowserLink', { parameters: { email } });
  if (!result.ok && result.failure.code === 'too_many_requests') return { ok: false };
  unwrap(result);
  return { ok: true };
};

/** Makes this browser known by the token of a link. Not `ok`: it has expired, or is none. */
export const knowBrowser = async (body: { token: string }): Promise<KnowBrowserResult> => {
  const result = await callApi('knowBrowser', { body });
  if (!result.ok && ['code_invalid', 'request_invalid'].includes(result.failure.code))
    return { ok: false };
  unwrap(result);
  return { ok: true };
};
