import type { Mutation } from '#build/testing/mutations.ts';

const APPROVED = 'tests/paths/approved.test.ts';
const INVARIANTS = 'tests/paths/invariants.test.ts';
const OTP = 'tests/machines/otp.test.ts';
const SIGN_UP = 'tests/machines/sign-up.test.ts';
const EMAIL_VERIFICATION = 'tests/machines/email-verification.test.ts';
const REAUTHENTICATION = 'tests/machines/reauthentication.test.ts';
const LOGIN_RULES = 'tests/rules/login.test.ts';

/** Faults of the statecharts: targets, guards, actions, delays, tags. */
export const chartMutations: Mutation[] = [
  {
    name: 'a code is verified while another one is being sent',
    file: 'machines/otp.ts',
    from: "canVerify: and(['isComplete', not('isSending')])",
    to: "canVerify: and(['isComplete'])",
    tests: [INVARIANTS],
  },
  {
    name: 'a rejected code stays in the boxes',
    file: 'machines/otp.ts',
    from: "{ target: 'entering.rejected', actions: 'clearCode' }",
    to: "{ target: 'entering.rejected' }",
    tests: [OTP],
  },
  {
    name: 'another code can be requested at once',
    file: 'machines/otp.ts',
    from: 'Math.max(0, context.resendAt - Date.now())',
    to: 'Math.min(0, context.resendAt - Date.now())',
    tests: [OTP],
  },
  {
    name: 'a reload sends a second code',
    file: 'machines/otp.ts',
    from: "always: [{ guard: 'isResumed', target: 'waiting' }, { target: 'sending' }]",
    to: "always: [{ target: 'sending' }]",
    tests: [OTP],
  },
  {
    name: 'too many attempts clear the digits, a wrong code keeps them',
    file: 'machines/otp.ts',
    from: 'result.isRateLimited === true',
    to: 'result.isRateLimited !== true',
    tests: [OTP],
  },
  {
    name: 'a code that was entered during a resend is never verified',
    file: 'machines/otp.ts',
    from: "'sending.ended': { guard: 'canAutoSubmit', target: 'verifying' }",
    to: "'sending.ended': { guard: 'canAutoSubmit', target: '.neutral' }",
    tests: [OTP],
  },
  {
    name: 'the code fields are never shown',
    file: 'machines/otp.ts',
    from: "shown: { tags: 'codeEntry' }",
    to: 'shown: {}',
    tests: [APPROVED],
  },
  {
    name: 'the password stays in memory after a login',
    file: 'machines/login.ts',
    from: "entry: ['clearPassword', 'clearDraft']",
    to: "entry: ['clearDraft']",
    tests: [INVARIANTS],
  },
  {
    name: 'a login needs no consent',
    file: 'machines/login.ts',
    from: "canLogIn: and(['hasConsent', 'isEmailFilled', 'isPasswordFilled'])",
    to: "canLogIn: and(['isEmailFilled', 'isPasswordFilled'])",
    tests: [APPROVED],
  },
  {
    name: 'a broken code step of a login fails silently',
    file: 'machines/login.ts',
    from: "{ target: 'enteringEmail', actions: 'notifyFailure' }",
    to: "{ target: 'enteringEmail' }",
    tests: [INVARIANTS],
  },
  {
    name: 'consent is lost when a login by passkey cannot be completed',
    file: 'machines/login.ts',
    from: "initial: 'former'",
    to: "initial: 'withdrawn'",
    tests: [LOGIN_RULES],
  },
  {
    name: 'an address that was typed since has had too many attempts',
    file: 'machines/login.ts',
    from: ' && isSameEmail(context.email, context.sentEmail)',
    to: '',
    tests: [LOGIN_RULES],
  },
  {
    name: 'an authenticator that answers by itself logs in and fails for ever',
    file: 'machines/passkey.ts',
    from: 'support.hasAutofill && !context.hasFailed',
    to: 'support.hasAutofill',
    tests: ['tests/rules/passkey.test.ts'],
  },
  {
    name: 'an expired session in the wizard leads to the login page',
    file: 'machines/session.ts',
    from: "{ guard: 'staysOnPage', target: 'expired' },",
    to: '',
    tests: [APPROVED],
  },
  {
    name: 'each rejected request starts a refresh of its own',
    file: 'machines/session.ts',
    from: "'access.expired': { actions:",
    to: "'access.expired': { target: 'refreshing', reenter: true, actions:",
    tests: [INVARIANTS],
  },
  {
    name: 'the terms stay accepted after the ticket has expired',
    file: 'machines/sign-up.ts',
    from: '      resendAt: undefined,\n      hasAcceptedTerms: false,\n',
    to: '      resendAt: undefined,\n',
    tests: [SIGN_UP],
  },
  {
    name: 'a different address continues the account of the first',
    file: 'machines/sign-up.ts',
    from: '...(context.wizard.ownerEmail !== canonicalEmail(email) && NO_ACCOUNT),',
    to: '...(context.wizard.ownerEmail === undefined && NO_ACCOUNT),',
    tests: [SIGN_UP],
  },
  {
    name: 'a free trial starts without accepted terms',
    file: 'machines/email-verification.ts',
    from: "stateIn({ open: { terms: 'accepted' } }),",
    to: '',
    tests: [EMAIL_VERIFICATION],
  },
  {
    name: 'a reload returns to step 1 of the wizard instead of step 2',
    file: 'machines/wizard.ts',
    from: "{ guard: { type: 'isResumedAt', params: 'about' }, target: 'about' },",
    to: "{ guard: { type: 'isResumedAt', params: 'about' }, target: 'company' },",
    tests: [APPROVED],
  },
  {
    name: 'a new passkey that is refused after a code asks for another code, for ever',
    file: 'machines/passkey-registration.ts',
    from: ' && !isLoginRecent(context.loggedInAt, Date.now())',
    to: '',
    tests: [REAUTHENTICATION],
  },
  {
    name: 'a changed passkey that is refused after a code asks for another code, for ever',
    file: 'machines/passkey-list.ts',
    from: ' && !isLoginRecent(context.loggedInAt, Date.now())',
    to: '',
    tests: [REAUTHENTICATION],
  },
  {
    name: 'the end of a session that is refused after a code asks for another code, for ever',
    file: 'machines/session-list.ts',
    from: ' && !isLoginRecent(context.loggedInAt, Date.now())',
    to: '',
    tests: [REAUTHENTICATION],
  },
  {
    name: 'a code that is entered later than ten minutes after a login does not renew it',
    file: 'machines/rules/session.ts',
    from: 'now - loggedInAt < RECENT_LOGIN_MS',
    to: 'now - loggedInAt <= RECENT_LOGIN_MS',
    tests: [REAUTHENTICATION],
  },
  {
    name: 'a cancelled login makes the change',
    file: 'machines/session-list.ts',
    from: 'loggedInAt !== undefined,',
    to: 'loggedInAt !== null,',
    tests: [REAUTHENTICATION],
  },
  {
    name: 'who verifies an address is not told that the company has an account',
    file: 'machines/email-verification.ts',
    from: '      existingCompany: verified?.ok ? verified.existingCompany : undefined,\n',
    to: '',
    tests: ['tests/rules/email-verification.test.ts'],
  },
  {
    name: 'the second of two rejected requests gets the session that was renewed before it was sent',
    file: 'machines/session.ts',
    from: 'context.staysOnPage && staysOnPage,\n      since,',
    to: 'context.staysOnPage && staysOnPage,\n      since: context.since,',
    tests: ['tests/rules/session.test.ts'],
  },
  {
    name: 'a user of the ATS is not asked for a first password',
    file: 'machines/rules/session.ts',
    from: "if (status === 'sent') return",
    to: "if (status === 'sent' && !isAtsEnabled) return",
    tests: ['tests/contract/rules.test.ts'],
  },
];
