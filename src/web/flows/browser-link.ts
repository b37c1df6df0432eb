import { BROWSER_LINK_PARAMETER } from '#contract/session.ts';
import { browserLinkMachine } from '#machines/browser-link.ts';
import * as calls from '#web/api/calls/browser-link.ts';
import { removeParameter } from '#web/routing/hash-location.ts';
import { type ActorOptions, fromCall, inspector } from './actor.ts';

/** The chart of mailed links with its actors and effects. */
export const browserLink = browserLinkMachine.provide({
  actors: {
    sendLink: fromCall(calls.sendBrowserLink),
    knowBrowser: fromCall(calls.knowBrowser),
  },
  actions: { removeToken: () => removeParameter(BROWSER_LINK_PARAMETER) },
});

/** Actor options: the token of the link that the visitor has opened, if there is one. */
export const browserLinkOptions = (
  token: string | undefined,
): ActorOptions<typeof browserLink> => ({ input: { token }, inspect: inspector });
