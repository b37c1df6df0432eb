import type { Mutation } from '#build/testing/mutations.ts';

const tests = ['tests/journeys/faults/random-races.test.ts'];

/** Races between tabs of one browser, planted in the charts, the flows, the API client and the server. */
export const raceMutations: Mutation[] = [
  {
    name: 'two tabs log in at the same time and leave two sessions',
    file: 'src/web/api/renewal-lock.ts',
    from: 'if (!navigator.locks) return change();',
    to: 'if (navigator.locks) return change();',
    tests,
  },
  {
    name: 'of two pages that renew a session at the same time, one ends it',
    file: 'src/server/database/functions/refresh_session.sql',
    from: 'if session.generation > session.first_generation',
    to: 'if false',
    tests,
  },
  {
    name: 'a request that a log-out has overtaken still uses the sign-up ticket',
    file: 'src/server/auth/sessions/session-routes.ts',
    from: 'await revokeTicket(db, cookies.ticket(request), network);',
    to: '',
    tests,
  },
  {
    name: 'two tabs verify an address with the same code',
    file: 'src/server/database/functions/open_sign_up.sql',
    from: 'and is_live(codes) and attempts < tries',
    to: 'and attempts < tries',
    tests,
  },
  {
    name: 'another code is requested while one is verified',
    file: 'machines/otp.ts',
    from: "{ guard: 'isEntering', target: 'sending' }",
    to: "'sending'",
    tests,
  },
  {
    name: 'Back during a save leads out of the wizard the next time',
    file: 'src/web/flows/sign-up.ts',
    from: 'if (isShown) restoreEntries();',
    to: '',
    tests,
  },
  {
    name: 'the late answer of a failed refresh ends the login of another tab',
    file: 'src/server/auth/sessions/session-routes.ts',
    from: 'cookies.clearSignedIn(reply);\n      const error',
    to: 'cookies.clearSession(reply);\n      const error',
    tests,
  },
  {
    name: 'a tab stores the draft of a sign-up that another tab has finished',
    file: 'src/web/flows/sign-up-draft.ts',
    from: 'if (isEndedElsewhere) return;',
    to: '',
    tests,
  },
  {
    name: 'two tabs set two passwords, and both are told that theirs is set',
    file: 'src/server/auth/users/user-routes.ts',
    from: 'if (!isSame) return false;',
    to: '',
    tests,
  },
  {
    name: 'of two tabs that create the company, one is told to verify the address again',
    file: 'src/server/companies/companies.ts',
    from: '.where(({ not }) => not(hasAcceptedUser)),\n        )\n        .returning',
    to: '.where(sql<SqlBool>`false`),\n        )\n        .returning',
    tests,
  },
  {
    name: 'a tab whose session has ended logs out the one that another tab has opened',
    file: 'src/web/flows/session.ts',
    from: "callOnce('logout', failedToken)",
    to: "callApi('logout')",
    tests,
  },
  {
    name: 'Back while the company is created makes Next send it twice',
    file: 'machines/company-step.ts',
    from: "on: {\n        'field.changed': {",
    to: "on: {\n        'back.requested': 'back',\n        'field.changed': {",
    tests,
  },
  {
    name: 'a log-out fails where another tab has logged out in the meantime',
    file: 'src/server/application/application.ts',
    from: 'if (response.status === 403) response = await logOut();',
    to: '',
    tests,
  },
  {
    name: 'a log-out during a refresh is undone',
    file: 'src/server/database/functions/refresh_session.sql',
    from: 'session.ended_at is not null or ',
    to: '',
    tests,
  },
  {
    name: 'a code logs in in two tabs',
    file: 'src/server/database/functions/log_in_by_code.sql',
    from: '\n      and is_live(codes);',
    to: ';',
    tests,
  },
];
