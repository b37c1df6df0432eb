import type { Mutation } from '#build/mutations/mutation.ts';

const OTHER_CLIENTS = 'tests/server/companies/other-clients.test.ts';
const SESSION = 'tests/server/auth/session.test.ts';
const XSRF = 'tests/server/http/xsrf.test.ts';
const SET_PASSWORD = 'tests/server/auth/set-password.test.ts';
const RIGHTS = 'src/server/auth/sessions/session-rights.ts';
const REFRESH = 'src/server/auth/sessions/refresh-session.ts';
const OPEN = 'src/server/auth/sessions/open-session.ts';
const RIGHTS_TEST = 'tests/server/auth/session-rights.test.ts';
const LIVE_SESSIONS = 'tests/server/auth/live-sessions.test.ts';

/** Faults of codes, sessions, passwords and sign-ups on the server. */
export const accountMutations: Mutation[] = [
  {
    name: 'a login code can be used twice',
    file: 'src/server/auth/codes/verify-code.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source code.
    from: 'case when hash = ${hash} then now() end',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source code.
    to: 'case when hash = ${hash} then null::timestamptz end',
    tests: ['tests/server/auth/login-code.test.ts'],
  },
  {
    name: 'a login code can be guessed without end',
    file: 'src/server/auth/codes/verify-code.ts',
    from: "attempts: row('attempts', '+', 1),",
    to: "attempts: row('attempts', '+', 0),",
    tests: ['tests/server/hostile/codes.test.ts'],
    only: 'login code from as many networks',
  },
  {
    name: 'a code is valid for twenty minutes',
    file: 'src/server/auth/codes/issue-code.ts',
    from: 'expires_at: fromNow(CODE_LIFETIME_MS),',
    to: 'expires_at: fromNow(2 * CODE_LIFETIME_MS),',
    tests: ['tests/server/auth/sign-up-code.test.ts'],
  },
  {
    name: 'an expired ticket creates a company',
    file: 'src/server/auth/accounts/sign-up-ticket.ts',
    from: 'and expires_at > now() and state',
    to: 'and state',
    tests: [OTHER_CLIENTS],
  },
  {
    name: 'other browsers stay signed in after a new password',
    file: 'src/server/auth/accounts/set-password.ts',
    from: 'const endedSessions = await endOtherSessions(trx, { userId, sessionId });',
    to: 'const endedSessions = 0;',
    tests: [SET_PASSWORD],
  },
  {
    name: 'nobody hears of a new password',
    file: 'src/server/auth/accounts/set-password.ts',
    from: 'await enqueuePasswordChanged(trx, { userId, email, removedPasskeys });',
    to: '',
    tests: [SET_PASSWORD],
  },
  {
    name: 'two browsers set a password at once',
    file: 'src/server/auth/accounts/set-password.ts',
    from: ".forUpdate('users')",
    to: '',
    tests: [SET_PASSWORD],
    only: 'one of two concurrent browsers',
    survivesBecause:
      'the embedded database runs one transaction at a time; with TEST_DATABASE_URL the test fails',
  },
  {
    name: 'an old session by code sets a new password',
    file: RIGHTS,
    from: "on('sessions.opened_at', '>', ago(RECENT_LOGIN_MS)),",
    to: '',
    tests: [SET_PASSWORD],
  },
  {
    name: 'a call for another user sets the own password',
    file: 'src/server/auth/accounts/password-routes.ts',
    from: 'if (uuid.toLowerCase() !== user.id)',
    to: "if (uuid === '')",
    tests: [SET_PASSWORD],
  },
  {
    name: 'an ended session still reads its user',
    file: 'src/server/auth/sessions/find-session.ts',
    from: ".where('ended_at', 'is', null)",
    to: '',
    tests: [SESSION],
  },
  {
    name: 'a stolen refresh token works for a month',
    file: REFRESH,
    from: 'if (session.is_just_renewed) {',
    to: 'if (generation < session.generation || session.is_just_renewed) {',
    tests: [SESSION],
  },
  {
    name: 'a second refresh invalidates the access token of a call that is under way',
    file: REFRESH,
    from: '      if (generation === session.generation) return refreshed(generation);\n',
    to: '',
    tests: [SESSION],
  },
  {
    name: 'a refresh invalidates the XSRF token of a call that is under way',
    file: 'src/server/auth/sessions/cookies.ts',
    from: 'if (validXsrf(reply.request, tokens.sessionId).length === 0) ',
    to: '',
    tests: [XSRF],
  },
  {
    name: 'a replayed refresh token does not end the session',
    file: 'src/server/auth/sessions/refresh-session.ts',
    from: "await trx.updateTable('sessions').set({ ended_at: now }).where('id', '=', sessionId).execute();",
    to: '',
    tests: [SESSION],
  },
  {
    name: 'scripts can read the session cookies',
    file: 'src/server/auth/sessions/cookies.ts',
    from: 'httpOnly: true, maxAge: ms / MS_PER_S',
    to: 'maxAge: ms / MS_PER_S',
    tests: [SESSION],
  },
  {
    name: 'a session that was fixed before the login stays',
    file: OPEN,
    from: "...(sessionIds.length > 0 ? [on('id', 'in', sessionIds)] : []),",
    to: '',
    tests: ['tests/server/auth/login-session.test.ts'],
  },
  {
    name: 'any address can log in without a limit of its network',
    file: 'src/server/auth/logins/login-routes.ts',
    from: 'networkLimits(networkRates.logins, network, { email, device }),',
    to: '[],',
    tests: ['tests/server/auth/login-limits.test.ts'],
  },
  {
    name: 'a ticket creates a user with another address',
    file: 'src/server/auth/accounts/user-routes.ts',
    from: 'if (canonicalEmail(request.body.email) !== email)',
    to: "if (request.body.email === '')",
    tests: [OTHER_CLIENTS],
  },
  {
    name: "a user is created in another user's company",
    file: 'src/server/auth/accounts/user-routes.ts',
    from: 'if (companyId !== (await companyOf(trx, email)))',
    to: 'if ((await companyOf(trx, email)) === undefined)',
    tests: [OTHER_CLIENTS],
  },
  {
    name: 'a common password is accepted',
    file: 'src/server/auth/accounts/assert-password-allowed.ts',
    from: " ?? (isCommonPassword(normalized) ? 'isCommon' : undefined)",
    to: '',
    tests: ['tests/server/auth/password.test.ts'],
  },
  {
    name: 'a stolen password adds a passkey',
    file: RIGHTS,
    from: 'password: TIDYING,',
    to: "password: [...TIDYING, 'addPasskey'],",
    tests: [RIGHTS_TEST],
    only: 'does not lead to',
  },
  {
    name: 'a passkey that a password has added sets a new password',
    file: RIGHTS,
    from: "isProven(addedBy) ? 'passkey' : 'password'",
    to: "'passkey'",
    tests: [RIGHTS_TEST],
    only: 'worth no more',
  },
  {
    name: "a thief's passkey survives a reset",
    file: 'src/server/auth/accounts/set-password.ts',
    from: "openedBy === 'code' ? await removeUnprovenPasskeys(trx, userId) : 0",
    to: '0',
    tests: [RIGHTS_TEST],
    only: 'removed by a reset',
  },
  {
    name: 'copied cookies outlive a new password in the session that set it',
    file: 'src/server/auth/accounts/set-password.ts',
    from: 'generation: next, first_generation: next',
    to: 'first_generation: next',
    tests: [LIVE_SESSIONS],
    only: 'before a change of the password',
  },
  {
    name: 'copied cookies end the session that set a new password',
    file: 'src/server/auth/accounts/set-password.ts',
    from: 'generation: next, first_generation: next',
    to: 'generation: next',
    tests: [LIVE_SESSIONS],
    only: 'before a change of the password',
  },
  {
    name: 'a thief without the device cookie shares the grace period',
    file: REFRESH,
    from: 'session.device === null || session.device === device',
    to: 'true',
    tests: [LIVE_SESSIONS],
    only: 'same device cookie',
  },
  {
    name: 'a session can be renewed for ever',
    file: REFRESH,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source code.
    from: '\n          and opened_at > ${ago(SESSION_LIFETIME_MS)}',
    to: '',
    tests: [LIVE_SESSIONS],
    only: '90 days',
  },
  {
    name: 'a renewal in another network leaves no trace',
    file: REFRESH,
    from: 'session.network !== null && session.network !== network',
    to: 'false',
    tests: [LIVE_SESSIONS],
    only: 'another network',
  },
  {
    name: 'a lost answer to a login leaves a session without a browser',
    file: OPEN,
    from: "            on('device', '=', device),\n",
    to: '',
    tests: [LIVE_SESSIONS],
    only: 'after a login by',
  },
  {
    name: 'every creation of a user opens one more session',
    file: OPEN,
    from: "...(isOnly ? [on('user_id', '=', userId)] : []),",
    to: '',
    tests: [LIVE_SESSIONS],
    only: 'creating the user again',
  },
  {
    name: 'a session of another user can be ended',
    file: 'src/server/auth/sessions/live-sessions.ts',
    from: "      .where('user_id', '=', owner.userId)\n",
    to: '',
    tests: [LIVE_SESSIONS],
    only: 'another user',
  },
  {
    name: 'nobody hears of a login in an unknown browser',
    file: OPEN,
    from: 'if (!browser.isKnownTo(account))',
    to: 'if (userId === email)',
    tests: [LIVE_SESSIONS],
    only: 'in a browser that the account',
  },
];
