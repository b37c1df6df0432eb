import type { Mutation } from '#build/testing/mutations.ts';

const CODE_FLOWS = 'tests/web/code-flows.test.ts';
const SIGN_UP_DRAFT = 'tests/web/sign-up-draft.test.ts';
const PASSKEY_CALLS = 'tests/web/passkey-calls.test.ts';
const CONSENT_TABS = 'tests/web/consent-tabs.test.ts';
const NAVIGATION = 'tests/web/navigation.test.tsx';
const SERVER_AWAY = 'tests/web/server-away.test.tsx';
const REPEATED_LOAD = 'tests/web/repeated-load.test.ts';
const FORGOT = 'tests/web/forgot-password.test.tsx';
const SESSION_LIST = 'tests/web/session-list.test.tsx';
const DESTINATIONS = 'tests/web/destinations.test.ts';

/** Faults of what a page keeps, waits for and leaves: codes, passkeys, drafts, other tabs, other pages. */
export const browserMutations: Mutation[] = [
  {
    name: 'a page that was left goes on to ask for a mail',
    file: 'src/web/flows/sign-up.ts',
    from: `    isWatched = false;
    clearTimeout(timer);`,
    to: '    clearTimeout(timer);',
    tests: [CODE_FLOWS],
  },
  {
    name: 'a mail that waits is asked for many times a second',
    file: 'src/web/flows/sign-up.ts',
    from: '(mail.retryAfter + 1) * MS_PER_S',
    to: 'mail.retryAfter + 1',
    tests: [CODE_FLOWS],
  },
  {
    name: 'a sign-up without a plan takes the plan of the one before',
    file: 'src/web/flows/sign-up.ts',
    from: 'else forgetPlan();',
    to: '',
    tests: [SIGN_UP_DRAFT],
  },
  {
    name: 'a reload loses the code that was sent to the address of a link',
    file: 'src/web/flows/login-otp.ts',
    from: 'if (email === carried && resendAt === undefined) stored.clear();',
    to: 'if (email === carried) stored.clear();',
    tests: ['tests/web/tab-draft.test.ts'],
  },
  {
    name: 'a reload in the password mode leads back to the code',
    file: 'src/web/flows/login.ts',
    from: 'clearPause: () => draft.save({ resendAt: undefined }),',
    to: 'clearPause: () => {},',
    tests: [CODE_FLOWS],
  },
  {
    name: 'the login opens the dialog of the passkeys by itself',
    file: 'src/web/flows/login.ts',
    from: 'runLogin({ options: options.value, isAutofill, signal })',
    to: 'runLogin({ options: options.value, isAutofill: false, signal })',
    tests: [PASSKEY_CALLS],
  },
  {
    name: 'the dialog of a passkey stays open over the page that was opened since',
    file: 'src/web/platform/passkey-ceremony.ts',
    from: "  signal.addEventListener('abort', cancel);\n",
    to: '',
    tests: [PASSKEY_CALLS],
  },
  {
    name: 'a passkey is created for an account that another tab has logged in to',
    file: 'src/web/flows/passkey-creation.ts',
    from: 'options.value.user.name !== email',
    to: 'false',
    tests: [PASSKEY_CALLS],
  },
  {
    name: 'a change asks for a code that was used up',
    file: 'src/web/flows/reauthentication.ts',
    from: 'if (result.ok) sent = undefined;',
    to: '',
    tests: [CODE_FLOWS],
  },
  {
    name: 'the times of a session are those of another time zone',
    file: 'src/web/content/format-time.ts',
    from: "hour: '2-digit', minute: '2-digit' }",
    to: "hour: '2-digit', minute: '2-digit', timeZone: 'UTC' }",
    tests: ['tests/web/format-time.test.ts'],
  },
  {
    name: 'a passkey says that it was last used when it was created',
    file: 'src/web/forms/passkey-entries.tsx',
    from: 'formatDay(lastUsedAt)',
    to: 'formatDay(createdAt)',
    tests: ['tests/web/passkey-entries.test.tsx'],
  },
  {
    name: 'a beacon tells again what was told before',
    file: 'src/web/flows/funnel.ts',
    from: '  tallies.clear();\n',
    to: '',
    tests: ['tests/web/funnel.test.ts'],
  },
  {
    name: 'a page that Back brings out of the cache has missed a changed consent',
    file: 'src/web/flows/consent.ts',
    from: 'if (persisted) follow();',
    to: 'if (!persisted) follow();',
    tests: [CONSENT_TABS],
  },
  {
    name: 'who takes the consent back loses what is typed in the form',
    file: 'src/web/flows/consent.ts',
    from: "if (!document.querySelector('main form')) {",
    to: "if (document.querySelector('main form')) {",
    tests: [CONSENT_TABS],
  },
  {
    name: 'who is signed in already is led to a new job instead of the home of the app',
    file: 'src/web/forms/app-offer.tsx',
    from: 'href={appAddresses.home}',
    to: 'href={appAddresses.newJob}',
    tests: ['tests/web/app-offer.test.tsx'],
  },
  {
    name: 'the title stays that of the page before',
    file: 'src/web/boot/app.tsx',
    from: '[path, title, description]);',
    to: '[]);',
    tests: [NAVIGATION],
  },
  {
    name: 'a page that comes late replaces the one that was opened since',
    file: 'src/web/routing/current-route.ts',
    from: 'if (nextPath !== currentPath() || nextSearch !== currentSearch()) return;',
    to: '',
    tests: [NAVIGATION],
  },
  {
    name: 'a sign-up that ended in another tab is stored again',
    file: 'src/web/flows/sign-up-draft.ts',
    from: 'if (isEndedElsewhere) return;',
    to: '',
    tests: [SIGN_UP_DRAFT],
  },
  {
    name: 'who takes the correction of an address loses the focus',
    file: 'src/web/forms/email-field.tsx',
    from: '    input.current?.focus();\n',
    to: '',
    tests: ['tests/web/email-field.test.tsx'],
  },
  {
    name: 'a form is sent by itself although it was changed since',
    file: 'src/web/forms/browser-issues.tsx',
    from: "type === 'submit' ? countAnswers() : undefined",
    to: 'countAnswers()',
    tests: [SERVER_AWAY],
  },
  {
    name: 'the script of the payment that did not load once is never loaded again',
    file: 'src/web/api/calls/payment.ts',
    from: '      loading = undefined;\n',
    to: '',
    tests: [REPEATED_LOAD],
  },
  {
    name: 'a page that did not load once is never loaded again',
    file: 'src/web/routing/load-page.ts',
    from: `    loading = undefined;
  };`,
    to: '  };',
    tests: [REPEATED_LOAD],
  },
  {
    name: 'who never chose a password is led to the login by password',
    file: 'src/web/pages/checkout/email-verification-form.tsx',
    from: 'state={{ email, isByCode: true }}',
    to: 'state={{ email }}',
    tests: ['tests/web/email-verification-form.test.tsx'],
  },
  {
    name: 'a passkey that was declined is offered at each login',
    file: 'src/web/flows/passkey-registration.ts',
    from: 'actions: { saveAnswer: () => answeredOffer.save(Date.now()) }',
    to: 'actions: { saveAnswer: () => {} }',
    tests: [PASSKEY_CALLS],
  },
  {
    name: 'each form that waits asks a server that is away',
    file: 'src/web/platform/browser-issues.ts',
    from: 'if (isAsking) return;',
    to: '',
    tests: [SERVER_AWAY],
  },
  {
    name: 'the next page leaves a screen reader at the end of the one before',
    file: 'src/web/layout/page-heading.tsx',
    from: '    heading.current?.focus({ preventScroll: true });\n',
    to: '',
    tests: [NAVIGATION],
  },
  {
    name: 'a code that could not be sent cannot be asked for again',
    file: 'src/web/pages/forgot-password/forgot-password.tsx',
    from: 'disabled={!isSending && !isUnsent && !snapshot',
    to: 'disabled={!isSending && !snapshot',
    tests: [FORGOT],
  },
  {
    name: 'who goes from the forgotten password to the login types the address again',
    file: 'src/web/pages/forgot-password/forgot-password.tsx',
    from: '<Link to="/login" state={{ email: snapshot.context.email }}>',
    to: '<Link to="/login">',
    tests: [FORGOT],
  },
  {
    name: 'who forgot the password types the address again',
    file: 'src/web/pages/login/login-form.tsx',
    from: '          state={{ email: snapshot.context.email }}\n',
    to: '',
    tests: ['tests/web/login-form.test.tsx'],
  },
  {
    name: 'who is logged in here only is offered the end of other sessions',
    file: 'src/web/pages/account/sessions.tsx',
    from: 'sessions.length > 1 && <Others',
    to: 'sessions.length > 0 && <Others',
    tests: [SESSION_LIST],
  },
  {
    name: 'a list that did not load cannot be loaded again',
    file: 'src/web/pages/account/sessions.tsx',
    from: "onRetry={() => actor.send({ type: 'list.requested' })}",
    to: 'onRetry={() => {}}',
    tests: [SESSION_LIST],
  },
  {
    name: 'the page and the campaign thank for each other',
    file: 'src/web/flows/demo-request.ts',
    from: "form === 'campaign' ? '/thankyou_campaign'",
    to: "form === 'page' ? '/thankyou_campaign'",
    tests: [DESTINATIONS],
  },
  {
    name: 'an account of the ATS opens the other application',
    file: 'src/web/flows/open-destination.ts',
    from: 'location.assign(appAddresses.atsHome)',
    to: 'location.assign(appAddresses.home)',
    tests: [DESTINATIONS],
  },
  {
    name: 'a page without an address says that it is kept',
    file: 'src/web/forms/notice-board.tsx',
    from: 'detail: emailOf() && detail',
    to: 'detail',
    tests: ['tests/web/notice-board.test.tsx'],
  },
  {
    name: 'an account that was not created cannot be created again',
    file: 'src/web/pages/checkout/states.tsx',
    from: "actor.send({ type: 'creation.retried' })",
    to: 'actor.getSnapshot()',
    tests: ['tests/web/wizard-steps.test.tsx'],
  },
];
