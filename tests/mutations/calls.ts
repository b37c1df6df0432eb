import type { Mutation } from '#build/testing/mutations.ts';

const CALLS = 'tests/web/calls.test.ts';
const SESSION_RENEWAL = 'tests/web/session-renewal.test.ts';

/** Faults of the calls: what an answer of the server means, and what is asked again. */
export const callMutations: Mutation[] = [
  {
    name: 'a page sends a refused XSRF token again and again',
    file: 'src/web/api/client.ts',
    from: 'if (result.ok) xsrfToken = result.body.token;',
    to: 'if (result.ok) xsrfToken ??= result.body.token;',
    tests: [CALLS],
  },
  {
    name: 'a form is told of a fault while a gateway waits for the server, and is not sent again',
    file: 'src/web/api/client.ts',
    from: "{ code: error.response.status < GATEWAY_STATUS ? 'unexpected' : 'network' }",
    to: "{ code: 'unexpected' }",
    tests: [CALLS],
  },
  {
    name: 'a session is not renewed after the clock was set back',
    file: 'src/web/api/renewal-lock.ts',
    from: 'if (time >= since && time <= Date.now()) return { isRenewed: true };',
    to: 'if (time >= since) return { isRenewed: true };',
    tests: [SESSION_RENEWAL],
  },
  {
    name: 'a server that breaks while a session is renewed logs its user out',
    file: 'src/web/flows/session.ts',
    from: "if (result.failure.code !== 'unauthenticated') unwrap(result);",
    to: '',
    tests: [SESSION_RENEWAL],
  },
  {
    name: 'a login in another tab is ended by a page whose session could not be renewed',
    file: 'src/web/flows/session.ts',
    from: "const isReplaced = !result.ok && result.failure.code === 'xsrf';",
    to: 'const isReplaced = false;',
    tests: [SESSION_RENEWAL],
  },
  {
    name: 'a logo that is too large is told as a fault of the server',
    file: 'src/web/api/calls/sign-up.ts',
    from: "new Set(['media_type_unsupported', 'too_large'])",
    to: "new Set(['media_type_unsupported'])",
    tests: [CALLS],
  },
  {
    name: 'who set up the account in another tab is told that something went wrong',
    file: 'src/web/api/calls/sign-up.ts',
    from: "if (code === 'forbidden') return { ok: false, reason: 'accepted' };",
    to: '',
    tests: [CALLS],
  },
  {
    name: 'who ends the sign-up offline loses the page and its text',
    file: 'src/web/api/calls/sign-up.ts',
    from: 'if (!navigator.onLine) unwrap(result);',
    to: '',
    tests: [CALLS],
  },
  {
    name: 'who needs a code after one that was used up gets none',
    file: 'src/web/api/calls/sign-up.ts',
    from: "endPause('sign-up', email);",
    to: '',
    tests: [CALLS],
  },
  {
    name: 'who asked for too many codes is let ask again at once',
    file: 'src/web/api/calls/code.ts',
    from: `resendAt: secondsFromNow(retryAfterS),
    };`,
    to: `resendAt: 0,
    };`,
    tests: [CALLS],
  },
  {
    name: 'an address that the server does not take is told as a fault at the login',
    file: 'src/web/api/calls/login.ts',
    from: "if (code === 'unauthenticated' || code === 'request_invalid')",
    to: "if (code === 'unauthenticated')",
    tests: [CALLS],
  },
  {
    name: 'who sets a new password after the session has ended is told that something went wrong',
    file: 'src/web/api/calls/login.ts',
    from: "return code === 'forbidden' || code === 'unauthenticated'",
    to: "return code === 'forbidden'",
    tests: [CALLS],
  },
  {
    name: 'a demo request that failed is counted as a success',
    file: 'src/web/api/calls/demo.ts',
    from: `  unwrap(
    await callAttributed((source) => callApi('requestDemo', { body: { ...body, ...source } })),
  );
  pushEvent('thank you page');`,
    to: `  pushEvent('thank you page');
  unwrap(
    await callAttributed((source) => callApi('requestDemo', { body: { ...body, ...source } })),
  );`,
    tests: [CALLS],
  },
  {
    name: 'a demo request is lost because the server does not take where the visitor came from',
    file: 'src/web/api/calls/attributed.ts',
    from: 'return isRefused ? call({}) : result;',
    to: 'return result;',
    tests: [CALLS],
  },
  {
    name: 'the calendar has the name of somebody whose request was not received',
    file: 'src/web/platform/sent-request.ts',
    from: `    await send(request);
    const { name, email } = request.fields;
    person = { name, email };`,
    to: `    const { name, email } = request.fields;
    person = { name, email };
    await send(request);`,
    tests: [CALLS],
  },
  {
    name: 'a browser that was logged out before asks for another login',
    file: 'src/web/api/calls/session-list.ts',
    from: "not_found: 'gone',",
    to: "not_found: 'forbidden',",
    tests: [CALLS],
  },
  {
    name: 'the address of a company has no scheme',
    file: 'src/web/api/calls/sign-up.ts',
    from: 'website: withScheme(company.website),',
    to: 'website: company.website,',
    tests: [CALLS],
  },
  {
    name: 'the id of a new company is not kept',
    file: 'src/web/api/calls/sign-up.ts',
    from: 'storage.write(storageKeys.companyId, companyId);',
    to: '',
    tests: [CALLS],
  },
  {
    name: 'a code is not sent again when its pause is over',
    file: 'src/web/api/calls/code.ts',
    from: 'now < pause.resendAt',
    to: 'now < Infinity',
    tests: [CALLS],
  },
  {
    name: 'the end of one session ends all the others',
    file: 'src/web/api/calls/session-list.ts',
    from: 'return id\n',
    to: 'return id && !id\n',
    tests: [CALLS],
  },
  {
    name: 'a page ends a session that it did not fail to renew',
    file: 'src/web/flows/session.ts',
    from: 'failedToken = result.token;',
    to: "failedToken = '';",
    tests: [SESSION_RENEWAL],
  },
  {
    name: 'a session that a login before a change has opened is not renewed',
    file: 'src/web/flows/reauthentication.ts',
    from: 'fromCall(withSession(verifyLoginCode))',
    to: 'fromCall(verifyLoginCode)',
    tests: [SESSION_RENEWAL],
  },
  {
    name: 'a session that a sign-up has opened is not renewed',
    file: 'src/web/flows/sign-up.ts',
    from: 'fromCall(withSession(calls.createUser))',
    to: 'fromCall(calls.createUser)',
    tests: [SESSION_RENEWAL],
  },
  {
    name: 'a session that a password has opened is not renewed',
    file: 'src/web/flows/login.ts',
    from: 'fromCall(withSession(calls.logIn))',
    to: 'fromCall(calls.logIn)',
    tests: [SESSION_RENEWAL],
  },
  {
    name: 'a session that a passkey has opened is not renewed',
    file: 'src/web/flows/login.ts',
    from: 'fromCall(withSession(passkeyCalls.logInByPasskey))',
    to: 'fromCall(passkeyCalls.logInByPasskey)',
    tests: [SESSION_RENEWAL],
  },
  {
    name: 'a session that a code has opened is not renewed',
    file: 'src/web/flows/login-otp.ts',
    from: 'fromCall(withSession(calls.verifyLoginCode))',
    to: 'fromCall(calls.verifyLoginCode)',
    tests: [SESSION_RENEWAL],
  },
  {
    name: 'who has no session any more stays at the list of passkeys',
    file: 'src/web/flows/passkey-list.ts',
    from: 'staysOnPage: false',
    to: 'staysOnPage: true',
    tests: [SESSION_RENEWAL],
  },
  {
    name: 'a tab renews the session again that another tab has just renewed',
    file: 'src/web/api/renewal-lock.ts',
    from: 'runLocked(afterWait)',
    to: 'runLocked(change)',
    tests: [SESSION_RENEWAL],
  },
  {
    name: 'a renewal that failed is tried again at once',
    file: 'src/web/api/renewal-lock.ts',
    from: `    if (isAcquired) throw error;
`,
    to: '',
    tests: [SESSION_RENEWAL],
  },
  {
    name: 'a login in another tab meanwhile is replaced by a renewal',
    file: 'src/web/api/renewal-lock.ts',
    from: 'if (result.ok) renewedAt.save(Date.now());',
    to: '',
    tests: [SESSION_RENEWAL],
  },
  {
    name: 'a login waits without end for another tab',
    file: 'src/web/api/renewal-lock.ts',
    from: `    { signal: AbortSignal.timeout(LOGIN_LOCK_TIMEOUT_MS) },
`,
    to: '',
    tests: [SESSION_RENEWAL],
  },
  {
    name: 'a login that was refused counts as a session',
    file: 'src/web/flows/session.ts',
    from: "!('ok' in output) || output.ok",
    to: 'true',
    tests: [SESSION_RENEWAL],
  },
];
