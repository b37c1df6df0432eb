import type { CallName } from '#contract/description/calls.ts';

interface CallText {
  tag: 'Sign-up' | 'Session' | 'Passkeys' | 'Demo requests' | 'Files and health';
  summary: string;
  description?: string;
}

/** What each call does, in words. */
export const callTexts: Record<CallName, CallText> = {
  sendSignUpCode: {
    tag: 'Sign-up',
    summary: 'Send a sign-up code to a work email address',
    description: '`retryAfter`: seconds until another code may be requested.',
  },
  verifySignUpCode: {
    tag: 'Sign-up',
    summary: 'Verify a sign-up code and open the sign-up',
    description:
      'Consumes the code and invalidates an earlier ticket of the address. Only a script of the site, or of an origin of `WEB_ORIGINS`, may call it. Browsers say so with `Sec-Fetch-Site: same-origin` or an allowed `Origin`, and `Sec-Fetch-Dest: empty`; a client that sends neither `Sec-Fetch` header needs an allowed `Origin` or the XSRF header. Anything else gets `origin_refused`, prefetching `forbidden`.',
  },
  createCompany: {
    tag: 'Sign-up',
    summary: 'Create the company of the ticket, or update it',
    description:
      '`message` is the id of the company. Repeating the call gives the same id. With `email`, an address other than that of the ticket gets `forbidden`.',
  },
  uploadLogo: {
    tag: 'Sign-up',
    summary: 'Store the logo of the company',
    description:
      'The image is re-encoded to at most 500 × 500 pixels and 100 KB. `message` is its URL path. An upload without progress for 5 to 10 s gets 408.',
  },
  createUser: {
    tag: 'Sign-up',
    summary: 'Create the first user of the company, or update it, and open a session',
    description: '`message` is the id of the user.',
  },
  notifySales: {
    tag: 'Sign-up',
    summary: 'Notify the sales mailbox of a new company, once',
  },
  completeUser: {
    tag: 'Sign-up',
    summary: 'Complete the account',
    description:
      'Sets name, password and the status `accepted`. Ends the ticket, all other sessions and every earlier token of this one. The session that completed the account may repeat the call with the same password, also with the tokens from before it.',
  },
  updateCompany: {
    tag: 'Sign-up',
    summary: 'Store what candidates see of the company, and end the sign-up',
  },
  sendLoginCode: {
    tag: 'Session',
    summary: 'Send a login code',
    description: 'The response is the same whether or not the address has an account.',
  },
  login: {
    tag: 'Session',
    summary: 'Log in by password or by code',
    description: 'Exactly one of `password` and `otp` is not empty.',
  },
  sendBrowserLink: {
    tag: 'Session',
    summary: 'Mail a link that makes a browser known',
    description:
      'For an owner whom strangers keep out of an unknown browser by using up its tries. The response is the same whether or not the address has an account. Three links a day; each is valid for 24 hours.',
  },
  knowBrowser: {
    tag: 'Session',
    summary: 'Make this browser known to the account of a mailed link',
    description:
      'Sets the device cookie, with which tries to log in have limits of their own. It opens no session. `token` is the parameter `browser` of the link.',
  },
  refresh: {
    tag: 'Session',
    summary: 'Renew the session',
    description:
      'For 10 s after a renewal, the new token and, in the browser with the device cookie of the session, the previous one get the same new tokens again. Any other token that was used before ends the session. A session ends 90 days after its login at the latest.',
  },
  listSessions: {
    tag: 'Session',
    summary: 'The live sessions of the signed-in user, newest first',
  },
  endSession: {
    tag: 'Session',
    summary: 'End a session of the signed-in user',
    description: 'The session of the request must have been opened within the last 10 minutes.',
  },
  endOtherSessions: {
    tag: 'Session',
    summary: 'End every session of the signed-in user but this one',
    description: 'The session of the request must have been opened within the last 10 minutes.',
  },
  logout: { tag: 'Session', summary: 'End the session and the ticket of the browser' },
  currentUser: { tag: 'Session', summary: 'The signed-in user' },
  updatePassword: {
    tag: 'Session',
    summary: 'Set a new password',
    description:
      'The session must have been opened by a code or a passkey within the last 10 minutes, or the status must be `sent`. Ends all other sessions and every earlier token of this one, and sends a mail. After a login by code, passkeys with `endsWithReset` are removed.',
  },
  xsrf: {
    tag: 'Session',
    summary: 'The XSRF value, for pages on another host that cannot read the cookie',
  },
  passkeyLoginOptions: {
    tag: 'Passkeys',
    summary: 'Options for a login by passkey',
    description:
      'For `PublicKeyCredential.parseRequestOptionsFromJSON`. They depend on no address. The challenge is valid for 5 minutes, for one login, in this browser.',
  },
  passkeyLogin: {
    tag: 'Passkeys',
    summary: 'Log in by passkey',
    description:
      'The credential is what `PublicKeyCredential.toJSON()` gives, without fields that are not described here. An attempt uses up its challenge.',
  },
  passkeyRegistrationOptions: {
    tag: 'Passkeys',
    summary: 'Options for adding a passkey',
    description:
      'For `PublicKeyCredential.parseCreationOptionsFromJSON`. The session must have been opened by a code, a passkey or a sign-up within the last 10 minutes, and the account must be accepted. The challenge is valid for 5 minutes, once, in this browser.',
  },
  registerPasskey: {
    tag: 'Passkeys',
    summary: 'Add a passkey',
    description:
      'The session must have been opened by a code, a passkey or a sign-up within the last 10 minutes. Sends a mail. Attestation with certificates is refused.',
  },
  listPasskeys: { tag: 'Passkeys', summary: 'The passkeys of the signed-in user, oldest first' },
  renamePasskey: {
    tag: 'Passkeys',
    summary: 'Rename a passkey',
    description: 'The session must have been opened within the last 10 minutes.',
  },
  removePasskey: {
    tag: 'Passkeys',
    summary: 'Remove a passkey',
    description:
      'The session must have been opened within the last 10 minutes. Ends every other session that a passkey has opened, and sends a mail.',
  },
  requestDemo: {
    tag: 'Demo requests',
    summary: 'Store a demo request and notify the sales mailbox',
    description:
      'An identical request within 10 minutes is the same one. A request with a value in `website` is answered and discarded. With any `utm_` key the address follows the rule of the campaign.',
  },
  logo: {
    tag: 'Files and health',
    summary: 'The logo of a company',
    description: 'Immutable for a year, in a CSP sandbox.',
  },
  alive: { tag: 'Files and health', summary: 'Whether the process lives' },
  ready: {
    tag: 'Files and health',
    summary: 'Whether the process can serve: migrated, writable database, no shutdown',
  },
};

/** What holds for every call. */
export const overview = `The API of the site: JSON over HTTP, with cookies.

- **Body**: \`application/json\` in UTF-8, at most 64 KiB, uncompressed, without unknown or repeated keys,
  nested at most 8 deep. A call without a required body takes none or \`{}\`.
- **Origin**: POST and PATCH need an \`Origin\` that is the site's own or listed in \`WEB_ORIGINS\`.
- **XSRF**: they also need the value of the cookie \`XSRF-TOKEN\` in the header \`x-xsrf-token\`. Every GET of
  \`/v1\` and \`/v2\` sets that cookie if it is missing or stale; a login and a log-out replace it.
  A sibling domain can add values to the cookie on http: the call needs the one that \`/v1/xsrf\` returns.
- **Cookies**: on https their names have the prefix \`__Host-\`, except \`signed-in\`.
- **CORS**: origins in \`WEB_ORIGINS\` may call with credentials; a preflight from them gets 204.
- **Other paths** get the response \`not_found\`, other methods of a path \`method_not_allowed\`.
- **Lengths** count UTF-16 code units, as JavaScript does; those of a new password count code points of its
  NFKC form.
- **Patterns** of email and website addresses are for ASCII. Internationalised domains are accepted too.
- **Names** that are misspelled are part of the API: \`comapnyid\`, \`planname\`.`;
