import type { Mutation } from '#build/testing/mutations.ts';

const EMAIL = 'tests/web/email-verification-form.test.tsx';
const STEPS = 'tests/web/wizard-steps.test.tsx';
const LOGIN = 'tests/web/login-form.test.tsx';
const FORGOT = 'tests/web/forgot-password.test.tsx';
const DRAFTS = 'tests/web/tab-draft.test.ts';
const SHELL = 'tests/web/page-shell.test.tsx';

/** Faults of forms and lists that a person meets: what is said, focused, offered, kept. */
export const formMutations: Mutation[] = [
  {
    name: 'who comes back with a verified address is led past it',
    file: 'src/web/pages/checkout/email-verification-form.tsx',
    from: 'const wasJustVerified = isVerified && code !== undefined;',
    to: 'const wasJustVerified = isVerified;',
    tests: [EMAIL],
  },
  {
    name: 'the address as a password is told beside the name',
    file: 'src/web/pages/checkout/person-step.tsx',
    from: "isEmail: 'password',",
    to: "isEmail: 'name',",
    tests: [STEPS],
  },
  {
    name: 'a logo can be chosen while the company is being created, and is not taken',
    file: 'src/web/pages/checkout/company-step.tsx',
    from: 'isDisabled={isBusy}',
    to: 'isDisabled={false}',
    tests: [STEPS],
  },
  {
    name: 'a screen reader reads the step of the wizard as a mere number',
    file: 'src/web/pages/checkout/wizard-card.tsx',
    from: '<VisuallyHidden>Step </VisuallyHidden>',
    to: '',
    tests: [STEPS],
  },
  {
    name: 'a password manager does not store the address with the new password of a sign-up',
    file: 'src/web/pages/checkout/person-step.tsx',
    from: 'autoComplete="username"',
    to: 'autoComplete="off"',
    tests: [STEPS],
  },
  {
    name: 'a screen reader does not say what Log In waits for',
    file: 'src/web/pages/login/passkey-login.tsx',
    from: 'describedBy={isGiven ? undefined : HINT}',
    to: 'describedBy={undefined}',
    tests: [LOGIN],
  },
  {
    name: 'who was sent no code is not offered a link that makes the browser known',
    file: 'src/web/pages/login/hooks.ts',
    from: "(snapshot.hasTag('codeEntry') && !snapshot.context.isSent)",
    to: 'false',
    tests: [LOGIN],
  },
  {
    name: 'a password manager fills the old password in beside the new one',
    file: 'src/web/pages/reset-password/reset-password.tsx',
    from: 'name="confirm-password"\n            autoComplete="new-password"',
    to: 'name="confirm-password"\n            autoComplete="current-password"',
    tests: ['tests/web/reset-password.test.tsx'],
  },
  {
    name: 'the address of a forgotten password stays in the tab after its code',
    file: 'src/web/flows/forgot-password.ts',
    from: 'clearDraft: draft.clear',
    to: 'clearDraft: () => {}',
    tests: [FORGOT],
  },
  {
    name: 'the address can be changed while its code is checked',
    file: 'src/web/pages/forgot-password/forgot-password.tsx',
    from: '            readOnly={isVerifying}\n',
    to: '',
    tests: [FORGOT],
  },
  {
    name: 'a screen reader does not hear that another code can be asked for',
    file: 'src/web/forms/code-entry.tsx',
    from: "{isReady(snapshot) ? codeContent.canResend : ''}",
    to: "{''}",
    tests: ['tests/web/code-entry.test.tsx'],
  },
  {
    name: 'the countdown to another code ends a second early',
    file: 'src/web/forms/code-entry.tsx',
    from: 'Math.ceil((deadline',
    to: 'Math.floor((deadline',
    tests: ['tests/web/code-entry.test.tsx'],
  },
  {
    name: 'who comes too late for a new password is led to the login',
    file: 'src/web/pages/reset-password/reset-password.tsx',
    from: '<Link to="/forgotPassword">{words.stale[1]}</Link>',
    to: '<Link to="/login">{words.stale[1]}</Link>',
    tests: ['tests/web/reset-password.test.tsx'],
  },
  {
    name: 'the first box takes the focus from who deletes a digit after a wrong code',
    file: 'src/web/ui/fields/code-boxes.tsx',
    from: "if (code === '') lastValue.current = '';",
    to: '',
    tests: ['tests/web/ui/code-boxes.test.tsx'],
  },
  {
    name: 'a login before a change can be cancelled while it uses the code up',
    file: 'src/web/forms/reauthentication.tsx',
    from: 'disabled={isVerifying}',
    to: '',
    tests: ['tests/web/reauthentication.test.tsx'],
  },
  {
    name: 'the buttons of two browsers with the same name cannot be told apart',
    file: 'src/web/pages/account/sessions.tsx',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source code.
    from: 'aria-label={`${words.end} ${browser}, ${details}`}',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source code.
    to: 'aria-label={`${words.end} ${browser}`}',
    tests: ['tests/web/session-list.test.tsx'],
  },
  {
    name: 'the demo page and the campaign share one draft',
    file: 'src/web/flows/demo-request.ts',
    from: 'key: storageKeys.campaignDemoDraft',
    to: 'key: storageKeys.demoDraft',
    tests: [DRAFTS],
  },
  {
    name: 'a phone number that the campaign refuses is told beside the company',
    file: 'src/web/pages/demo/demo-form.tsx',
    from: '...(phone && { phone: words.errors.phone })',
    to: '...(phone && { organization: words.errors.phone })',
    tests: ['tests/web/demo-form.test.tsx'],
  },
  {
    name: 'who has asked for a demo is led to the prices instead of the sign-up',
    file: 'src/web/pages/thank-you/thank-you.tsx',
    from: '<Link to="/checkout" className={startClass()}',
    to: '<Link to="/pricing" className={startClass()}',
    tests: ['tests/web/thank-you.test.tsx'],
  },
  {
    name: 'who changes to a paid plan does not get the script of its payment',
    file: 'src/web/pages/checkout/email-verification-form.tsx',
    from: '<ChosenPlan key={plan.name} plan={plan} />',
    to: '<ChosenPlan plan={plan} />',
    tests: [EMAIL],
  },
  {
    name: 'a reload after a link with an address loses what was typed for a demo',
    file: 'src/web/flows/demo-request.ts',
    from: '  carriedBy[form] = carried;\n',
    to: '',
    tests: [DRAFTS],
  },
  {
    name: 'a visit from an advertisement at Bing has no source',
    file: 'src/web/routing/attribution.ts',
    from: '|msclkid)',
    to: '|msclid)',
    tests: ['tests/web/attribution.test.ts'],
  },
  {
    name: 'a logo that was refused and changed cannot be chosen again',
    file: 'src/web/ui/fields/logo-field.tsx',
    from: "    event.target.value = '';\n",
    to: '',
    tests: ['tests/web/ui/logo-field.test.tsx'],
  },
  {
    name: 'Escape in the menu loses the focus',
    file: 'src/web/layout/site-header.tsx',
    from: '      toggle.current?.focus();\n',
    to: '',
    tests: [SHELL],
  },
  {
    name: 'who skips the header stays in it',
    file: 'src/web/layout/page-shell.tsx',
    from: 'onClick={() => main.current?.focus()}',
    to: 'onClick={() => main.current?.scrollIntoView()}',
    tests: [SHELL],
  },
  {
    name: 'the alert of a failure lies over what the form is told when the server is back',
    file: 'src/web/forms/notice-board.tsx',
    from: 'if (returns > 0) setAlert(undefined);',
    to: '',
    tests: ['tests/web/notice-board.test.tsx'],
  },
  {
    name: 'Back, pressed often while a step saves, leaves the sign-up',
    file: 'src/web/flows/sign-up.ts',
    from: 'if (isShown) restoreEntries();',
    to: '',
    tests: ['tests/journeys/flows/sign-up-wizard.test.ts'],
    only: 'Back while a step saves',
    needsBuild: true,
  },
  {
    name: 'the button of the menu says that it is open when it is closed',
    file: 'src/web/layout/site-header.tsx',
    from: 'aria-expanded={isOpen}',
    to: 'aria-expanded={!isOpen}',
    tests: [SHELL],
  },
];
