import * as yup from 'yup';
import { CODE_LENGTH } from '#contract/code.ts';
import { PASSWORD_LENGTH_MAX } from '#contract/password.ts';
import { BROWSER_TOKEN_LENGTH_MAX } from '#contract/session.ts';
import { UUID } from '#contract/text.ts';
import { defineCall, SESSION_COOKIES } from './call.ts';
import { codeSentExample, example } from './examples.ts';
import {
  body,
  codeSentResponse,
  done,
  email,
  flag,
  list,
  loggedIn,
  newPassword,
  nothing,
  oneOf,
  text,
  time,
  userStatus,
  uuid,
} from './fields.ts';

const exampleOfLogin = {
  ATSEnabled: false,
  success: { uuid: example.userId, status: 'accepted' },
} as const;

const session = () =>
  body({
    id: text().matches(UUID, 'This is not the id of a session.'),
    /** Browser and system in words, such as `Chrome on Linux`; absent if unknown. */
    browser: yup.string().strict().min(1),
    /** IPv4 address or IPv6 /64 of its latest login or renewal. */
    network: yup.string().strict().min(1),
    openedAt: time(),
    /** Its latest login or renewal. */
    renewedAt: time(),
    /** Whether it is the session of the request. */
    isCurrent: flag(),
  });

export const sessionCalls = {
  currentUser: defineCall({
    method: 'GET',
    path: '/v2/user/getuser',
    tag: 'Session',
    summary: 'The logged-in user',
    response: body({
      success: body({ uuid: uuid(), status: userStatus(), name: text(), email: text() }),
    }),
    examples: {
      response: {
        success: {
          uuid: example.userId,
          status: 'accepted',
          name: 'Asha Rao',
          email: example.email,
        },
      },
    },
    identity: 'access',
    errors: ['unauthenticated'],
  }),
  refresh: defineCall({
    method: 'POST',
    path: '/v2/user/refresh',
    tag: 'Session',
    summary: 'Renew the session',
    description:
      'For 10 s after a renewal, the new token and, in the browser with the device cookie of the session, the previous one get the same new tokens again. Any other token that was used before ends the session. A session ends 90 days after its login at the latest.',
    body: nothing,
    response: done('refreshed'),
    examples: { body: {}, response: { message: 'refreshed' } },
    identity: 'refresh',
    cookies: SESSION_COOKIES,
    errors: ['unauthenticated'],
  }),
  updatePassword: defineCall({
    method: 'PATCH',
    path: '/v2/user/update',
    tag: 'Session',
    summary: 'Set a new password',
    description:
      'The session must have been opened by a code or a passkey within the last 10 minutes, or the status must be `sent`. Ends all other sessions and every earlier token of this one, and sends a mail. After a login by code, passkeys with `endsWithReset` are removed.',
    body: body({
      uuid: uuid(),
      status: oneOf('accepted'),
      password: newPassword(),
    }),
    response: body({ ATSEnabled: flag() }),
    examples: {
      body: { uuid: example.userId, status: 'accepted', password: 'a quite different passphrase' },
      response: { ATSEnabled: false },
    },
    identity: 'access',
    cookies: [...SESSION_COOKIES, 'device'],
    errors: ['password_refused', 'unauthenticated', 'forbidden', 'not_found'],
  }),
  endOtherSessions: defineCall({
    method: 'POST',
    path: '/v2/user/session/endothers',
    tag: 'Session',
    summary: 'End every session of the logged-in user but this one',
    description: 'The session of the request must have been opened within the last 10 minutes.',
    body: nothing,
    response: done('ended'),
    examples: { body: {}, response: { message: 'ended' } },
    identity: 'access',
    errors: ['unauthenticated', 'forbidden'],
  }),
  logout: defineCall({
    method: 'POST',
    path: '/v2/user/logout',
    tag: 'Session',
    summary: 'End the session and the ticket of the browser',
    body: nothing,
    response: done('logged out'),
    examples: { body: {}, response: { message: 'logged out' } },
    cookies: [...SESSION_COOKIES, 'ticket'],
  }),
  sendLoginCode: defineCall({
    method: 'POST',
    path: '/v2/user/genOtp/:email',
    tag: 'Session',
    summary: 'Send a login code',
    description: 'The response is the same whether or not the address has an account.',
    parameters: { email: email() },
    body: nothing,
    response: codeSentResponse(),
    examples: { body: {}, response: codeSentExample },
    errors: ['email_invalid', 'resend_pause'],
  }),
  login: defineCall({
    method: 'POST',
    path: '/v2/user/login',
    tag: 'Session',
    summary: 'Log in by password or by code',
    description: 'Exactly one of `password` and `otp` is not empty.',
    body: body({
      email: email(),
      password: yup
        .string()
        .strict()
        .max(PASSWORD_LENGTH_MAX * 2),
      otp: yup.string().strict().max(CODE_LENGTH),
    })
      .test(
        'one-proof',
        'password or otp, and not both',
        ({ password = '', otp = '' }) => (password === '') !== (otp === ''),
      )
      .meta({
        oneOf: [
          {
            required: ['password'],
            properties: { password: { minLength: 1 }, otp: { maxLength: 0 } },
          },
          { required: ['otp'], properties: { otp: { minLength: 1 }, password: { maxLength: 0 } } },
        ],
      }),
    response: loggedIn(),
    examples: { body: { email: example.email, otp: example.code }, response: exampleOfLogin },
    cookies: [...SESSION_COOKIES, 'device'],
    errors: ['code_invalid', 'unauthenticated'],
  }),
  sendBrowserLink: defineCall({
    method: 'POST',
    path: '/v2/user/browser/link/:email',
    tag: 'Session',
    summary: 'Mail a link that makes a browser known',
    description:
      'For an owner whom strangers keep out of an unknown browser by using up its tries. The response is the same whether or not the address has an account. Three links a day; each is valid for 24 hours.',
    parameters: { email: email() },
    body: nothing,
    response: done('sent'),
    examples: { body: {}, response: { message: 'sent' } },
    errors: ['email_invalid'],
  }),
  knowBrowser: defineCall({
    method: 'POST',
    path: '/v2/user/browser',
    tag: 'Session',
    summary: 'Make this browser known to the account of a mailed link',
    description:
      'Sets the device cookie, with which tries to log in have limits of their own. It opens no session. `token` is the parameter `browser` of the link.',
    body: body({
      token: text()
        .max(BROWSER_TOKEN_LENGTH_MAX)
        .matches(/^[\w.-]+$/),
    }),
    response: done('known'),
    examples: { body: { token: example.browserToken }, response: { message: 'known' } },
    cookies: ['device'],
    errors: ['code_invalid'],
  }),
  listSessions: defineCall({
    method: 'GET',
    path: '/v2/user/session/list',
    tag: 'Session',
    summary: 'The live sessions of the logged-in user, newest first',
    response: body({ sessions: list(session()) }),
    examples: {
      response: {
        sessions: [
          {
            id: example.sessionId,
            browser: 'Firefox on Linux',
            network: '203.0.113.7',
            openedAt: '2026-01-02T03:04:05.678Z',
            renewedAt: '2026-02-03T04:05:06.789Z',
            isCurrent: true,
          },
        ],
      },
    },
    identity: 'access',
    errors: ['unauthenticated'],
  }),
  endSession: defineCall({
    method: 'POST',
    path: '/v2/user/session/end',
    tag: 'Session',
    summary: 'End a session of the logged-in user',
    description: 'The session of the request must have been opened within the last 10 minutes.',
    body: body({ id: text().matches(UUID, 'This is not the id of a session.') }),
    response: done('ended'),
    examples: { body: { id: example.sessionId }, response: { message: 'ended' } },
    identity: 'access',
    errors: ['unauthenticated', 'forbidden', 'not_found'],
  }),
};
