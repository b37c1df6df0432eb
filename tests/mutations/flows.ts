import type { Mutation } from '#build/mutations.ts';

const rulesOf = (chart: string): string[] => [`tests/rules/${chart}.test.ts`];

/** Faults of the charts that a person meets after something was refused, failed or was sent twice. */
export const flowMutations: Mutation[] = [
  {
    name: 'a good logo after a refused one still shows the old error',
    file: 'machines/company-step.ts',
    from: '      rejectedLogo: undefined,\n',
    to: '',
    tests: rulesOf('company-step'),
  },
  {
    name: 'the address of the stored logo is kept beside a new one',
    file: 'machines/company-step.ts',
    from: '      logoAddress: undefined,\n',
    to: '',
    tests: rulesOf('company-step'),
  },
  {
    name: 'a creation that crashed says nothing',
    file: 'machines/company-step.ts',
    from: `              target: '#companyStep.next',
              actions: { type: 'notify', params: 'unexpected' },`,
    to: "target: '#companyStep.next',",
    tests: rulesOf('company-step'),
  },
  {
    name: 'a failed resend takes back that a code was sent',
    file: 'machines/otp.ts',
    from: 'isSent: context.isSent || ok,',
    to: 'isSent: ok,',
    tests: rulesOf('otp'),
  },
  {
    name: 'after a reload the page says that a code was sent, although it was refused',
    file: 'machines/otp.ts',
    from: 'wasCodeSent: ({ context }, result: SendCodeResult) => context.isSent || result.ok',
    to: 'wasCodeSent: () => true',
    tests: rulesOf('otp'),
  },
  {
    name: 'a code that is asked for after a crash is not sent',
    file: 'machines/email-verification.ts',
    from: "actions: ['clearTicket', { type: 'notify', params: 'unexpected' }],",
    to: "actions: { type: 'notify', params: 'unexpected' },",
    tests: rulesOf('email-verification'),
  },
  {
    name: 'the refusal of a password is shown beside the one that was typed meanwhile',
    file: 'machines/reset-password.ts',
    from: "{ guard: 'isPasswordChanged', target: 'editing' },",
    to: '',
    tests: rulesOf('reset-password'),
  },
  {
    name: 'a common password is told beside the one that was typed meanwhile',
    file: 'machines/person-step.ts',
    from: "{ guard: 'isPasswordChanged', target: 'editing' },",
    to: '',
    tests: rulesOf('person-step'),
  },
  {
    name: 'the error of the name vanishes when the password is typed',
    file: 'machines/person-step.ts',
    from: "guard: 'isPersonInvalid',",
    to: 'guard: () => false,',
    tests: rulesOf('person-step'),
  },
  {
    name: 'the last of two rejected requests decides whether the login opens',
    file: 'machines/session.ts',
    from: 'context.staysOnPage && staysOnPage',
    to: 'staysOnPage',
    tests: rulesOf('session'),
  },
  {
    name: 'a login by code without an address says so nowhere in the form',
    file: 'machines/login.ts',
    from: "states: { neutral: {}, missing: { tags: ['error', 'missing'] } },",
    to: 'states: { neutral: {}, missing: {} },',
    tests: rulesOf('login'),
  },
  {
    name: 'who asked for a passkey is not told that the browser failed',
    file: 'machines/passkey-registration.ts',
    from: `            guard: 'isRequested',
            target: 'skipped',
            actions: { type: 'notify', params: 'unexpected' },`,
    to: "guard: 'isRequested', target: 'skipped',",
    tests: rulesOf('passkey-registration'),
  },
  {
    name: 'a sign-up that starts again writes its first texts over the later ones',
    file: 'machines/sign-up.ts',
    from: "{ target: 'emailVerification', actions: 'restoreDraft' }",
    to: "{ target: 'emailVerification' }",
    tests: ['tests/web/sign-up-draft.test.ts'],
  },
  {
    name: 'a form that is sent as it was refused leaves the focus on its button',
    file: 'src/web/ui/fields/use-error-focus.ts',
    from: "    element.addEventListener('submit', moveFocus);\n",
    to: '',
    tests: ['tests/web/ui/fields.test.tsx'],
  },
];
