/** A change of a chart's text: what is replaced by what, everywhere if it begins with `*`. */
export interface ChartEdit {
  what: string;
  /** A file of machines/ without its ending, or another path from the top folder. */
  file: string;
  replace: [from: string, to: string][];
  /** The sentences that name it, with their signs. */
  says: string[];
}

const edit = (
  what: string,
  file: string,
  replace: [string, string][],
  ...says: string[]
): ChartEdit => ({
  what,
  file,
  replace,
  says,
});

/** Changes of behaviour. */
export const edits: ChartEdit[] = [
  edit(
    'a state is added',
    'otp',
    [['            waiting: {', "            paused: { tags: 'busy' },\n            waiting: {"]],
    '+ state open.delivery.paused added',
  ),
  edit(
    'a state is removed, and its edge leads elsewhere',
    'browser-link',
    [
      ["        used: { description: 'The links of the day are in the mailbox.' },\n", ''],
      ["target: 'offering.used'", "target: 'offering.sent'"],
    ],
    '- state offering.used removed',
    '~ edge sending: sendLink done [else] leads to offering.sent instead of offering.used',
  ),
  edit(
    'a final state moves into another',
    'otp',
    [
      [
        "    refused: { type: 'final', description: 'The server sends no code to this address.' },\n",
        '',
      ],
      [
        '            unsent: {',
        "            refused: { type: 'final', description: 'The server sends no code to this address.' },\n            unsent: {",
      ],
      ["'#otp.refused'", "'refused'"],
    ],
    '~ state refused moved to open.delivery.refused',
  ),
  edit(
    'a state becomes final',
    'session',
    [['signedOut: {\n      description', "signedOut: {\n      type: 'final',\n      description"]],
    '~ state signedOut: final instead of atomic',
  ),
  edit(
    'another state comes first',
    'person-step',
    [["person: {\n          initial: 'editing'", "person: {\n          initial: 'saving'"]],
    '~ state open.person: begins in open.person.saving instead of open.person.editing',
  ),
  edit(
    'a tag is removed',
    'otp',
    [["verifying: {\n              tags: 'busy',", 'verifying: {']],
    '~ state open.entry.verifying: tag busy removed',
  ),
  edit(
    'meta of a state changes',
    'wizard',
    [["meta: { step: 'allSet' }", "meta: { step: 'about' }"]],
    "~ state allSet: meta changed: `{ step: 'allSet' }` → `{ step: 'about' }`",
  ),
  edit(
    'an edge is added',
    'demo-request',
    [
      [
        "on: {\n        'field.changed': {\n          actions: [{ type: 'setField', params: ({ event }) => event }, 'saveDraft'],\n        },\n      },\n      invoke",
        "on: {\n        'request.submitted': 'idle',\n        'field.changed': {\n          actions: [{ type: 'setField', params: ({ event }) => event }, 'saveDraft'],\n        },\n      },\n      invoke",
      ],
    ],
    '+ edge submitting: request.submitted → idle added',
  ),
  edit(
    'an edge is removed',
    'person-step',
    [["                'back.requested': '#personStep.back',\n", '']],
    '- edge open.person.editing: back.requested → back removed',
  ),
  edit(
    'a failure is not handled any more',
    'wizard',
    [
      [
        "          {\n            target: 'about',\n            actions: { type: 'setWizardState', params: ({ event }) => event.output },\n          },\n        ],\n        onError: { target: 'failed' },",
        "          {\n            target: 'about',\n            actions: { type: 'setWizardState', params: ({ event }) => event.output },\n          },\n        ],",
      ],
    ],
    '- edge allSet: profileStep failed → failed removed',
  ),
  edit(
    'an edge leads elsewhere',
    'otp',
    [
      [
        "onError: {\n                  target: 'entering.neutral'",
        "onError: {\n                  target: 'entering.rejected'",
      ],
    ],
    '~ edge open.entry.verifying: verifyCode failed leads to open.entry.entering.rejected instead of open.entry.entering.neutral',
  ),
  edit(
    'an edge loses its target',
    'demo-request',
    [["target: 'correcting',\n", '']],
    '~ edge idle.invalid: field.changed leads to no other state instead of idle.correcting',
  ),
  edit(
    'an edge has another event',
    'otp',
    [["on: { 'code.requested': 'sending' }", "on: { 'resend.requested': 'sending' }"]],
    '~ edge open.delivery.unsent: resend.requested → open.delivery.sending: event resend.requested instead of code.requested',
  ),
  edit(
    'an edge re-enters its state',
    'session',
    [
      [
        "on: { 'session.opened': '.active' }",
        "on: { 'session.opened': { target: '.active', reenter: true } }",
      ],
    ],
    '~ edge session: session.opened (anew) → active: re-enters its state',
  ),
  edit(
    'a guard is removed from an edge',
    'otp',
    [["{ guard: 'isEntering', target: 'sending' }", "'sending'"]],
    '~ edge open.delivery.ready: resend.requested → open.delivery.sending: guard isEntering removed',
  ),
  edit(
    'a guard is added to an edge',
    'otp',
    [
      [
        "hidden: { on: { 'sending.ended': 'shown' } }",
        "hidden: { on: { 'sending.ended': { guard: 'isReady', target: 'shown' } } }",
      ],
    ],
    '~ edge open.boxes.hidden: sending.ended [isReady] → open.boxes.shown: guard isReady added',
  ),
  edit(
    'an edge has another guard',
    'otp',
    [
      [
        "{ guard: 'canVerify', target: 'verifying' }",
        "{ guard: 'isComplete', target: 'verifying' }",
      ],
    ],
    '~ edge open.entry.entering: code.submitted [isComplete] → open.entry.verifying: guard isComplete instead of canVerify',
  ),
  edit(
    'the rule of a guard is reversed',
    'login',
    [
      [
        "isPasswordFilled: ({ context }) => context.password !== ''",
        "isPasswordFilled: ({ context }) => context.password === ''",
      ],
    ],
    "~ guard isPasswordFilled: its rule changed: `({ context }) => context.password !== ''` → `({ context }) => context.password === ''`",
  ),
  edit(
    'a guard combines fewer others',
    'login',
    [
      [
        "canLogIn: and(['hasConsent', 'isEmailFilled', 'isPasswordFilled'])",
        "canLogIn: and(['hasConsent', 'isPasswordFilled'])",
      ],
    ],
    "~ guard canLogIn: its rule changed: `and(['hasConsent', 'isEmailFilled', 'isPasswordFilled'])` → `and(['hasConsent', 'isPasswordFilled'])`",
  ),
  edit(
    'a guard asks for another state',
    'otp',
    [
      [
        "isReady: stateIn({ open: { delivery: 'ready' } })",
        "isReady: stateIn({ open: { delivery: 'waiting' } })",
      ],
    ],
    "~ guard isReady: its rule changed: `stateIn({ open: { delivery: 'ready' } })` → `stateIn({ open: { delivery: 'waiting' } })`",
  ),
  edit(
    'an else comes first',
    'otp',
    [
      [
        "deciding: { always: [{ guard: 'isResumed', target: 'shown' }, { target: 'hidden' }] }",
        "deciding: { always: [{ target: 'hidden' }, { guard: 'isResumed', target: 'shown' }] }",
      ],
    ],
    '~ edge open.boxes.deciding: always [else] is tried before [isResumed] now',
  ),
  edit(
    'two guards that can both hold change places',
    'sign-up',
    [
      [
        "        { guard: 'isWizardResumed', target: 'wizard' },\n        { guard: 'isInProgress', target: 'emailVerification' },",
        "        { guard: 'isInProgress', target: 'emailVerification' },\n        { guard: 'isWizardResumed', target: 'wizard' },",
      ],
    ],
    '~ edge deciding: always [isInProgress] is tried before [isWizardResumed] now',
  ),
  edit(
    'an action is removed from an edge',
    'otp',
    [
      [
        "'savePause',\n                      'tellSent',\n                      { type",
        "'savePause',\n                      { type",
      ],
    ],
    '~ edge open.delivery.sending: sendCode done [wasCodeSent] → open.delivery.waiting: action tellSent removed',
  ),
  edit(
    'an action has other params',
    'otp',
    [["{ type: 'notify', params: 'unexpected' }", "{ type: 'notify', params: 'codeNotSent' }"]],
    "~ edge open.entry.verifying: verifyCode failed → open.entry.entering.neutral: action notify with other params: `{ type: 'notify', params: 'unexpected' }` → `{ type: 'notify', params: 'codeNotSent' }`",
  ),
  edit(
    'entry actions change places',
    'sign-up',
    [["entry: ['clearDraft', 'openNewJob']", "entry: ['openNewJob', 'clearDraft']"]],
    '~ state leaving: entry actions in another order: openNewJob, clearDraft',
  ),
  edit(
    'an exit action is added',
    'login',
    [
      [
        "entry: 'abandonPasskey',",
        "entry: 'abandonPasskey',\n              exit: 'clearPassword',",
      ],
    ],
    '~ state open.mode.completing: exit action clearPassword added',
  ),
  edit(
    'the code of an action changes',
    'otp',
    [["clearCode: assign({ code: '' })", "clearCode: assign({ code: '', retryAfterS: 0 })"]],
    "~ action clearCode: its code changed: `assign({ code: '' })` → `assign({ code: '', retryAfterS: 0 })`",
  ),
  edit(
    'a function of the file changes',
    'otp',
    [["(result.ok ? 'codeSent' : result.notice)", "(result.ok ? 'unexpected' : result.notice)"]],
    "~ noticeOf changed: `(result: SendCodeResult): OtpNotice => (result.ok ? 'codeSent' : result.notice)` → `(result: SendCodeResult): OtpNotice => (result.ok ? 'unexpected' : result.notice)`",
  ),
  edit(
    'a delay changes',
    'otp',
    [
      [
        'Math.max(0, context.resendAt - Date.now())',
        'Math.max(1000, context.resendAt - Date.now())',
      ],
    ],
    '~ delay resendPause: its duration changed: `({ context }) => Math.max(0, context.resendAt - Date.now())` → `({ context }) => Math.max(1000, context.resendAt - Date.now())`',
  ),
  edit(
    'a delay becomes a number',
    'person-step',
    [["after: { ticketLife: 'ticketEnded' }", "after: { 5000: 'ticketEnded' }"]],
    '~ edge open: after 5000 ms → ticketEnded: delay 5000 instead of ticketLife',
  ),
  edit(
    'an actor gets another input',
    'otp',
    [
      [
        'input: ({ context }) => ({ email: context.email, code: context.code })',
        'input: ({ context }) => ({ email: context.email, code: context.code.trim() })',
      ],
    ],
    '~ state open.entry.verifying: input of verifyCode changed: `({ context }) => ({ email: context.email, code: context.code })` → `({ context }) => ({ email: context.email, code: context.code.trim() })`',
  ),
  edit(
    'a state runs another actor',
    'login',
    [["src: 'completion'", "src: 'passkey'"]],
    '~ state open.mode.completing: completion runs passkey instead of completion',
  ),
  edit(
    'the output changes',
    'person-step',
    [["next: { type: 'final', output: 'next' }", "next: { type: 'final', output: 'back' }"]],
    "~ state next: output changed: `'next'` → `'back'`",
  ),
  edit(
    'the first context changes',
    'otp',
    [['retryAfterS: 0,\n  }),', 'retryAfterS: 5,\n  }),']],
    '~ first context changed: `… undefined, retryAfterS: 0 …` → `… undefined, retryAfterS: 5 …`',
  ),
  edit(
    'an event that views send is renamed',
    'session',
    [["*'session.opened'", "'session.started'"]],
    '~ event session.opened renamed to session.started',
  ),
  edit(
    'a rule of machines/rules changes',
    'machines/rules/sign-up.ts',
    [['companyId !== undefined && logoAddress', "companyId !== '' && logoAddress"]],
    "~ isAccountComplete of machines/rules/sign-up.ts (used by guard isAccountComplete, guard canSubmit, guard canSave) changed: `… => companyId !== undefined …` → `… => companyId !== '' …`",
  ),
  edit(
    'a rule of the contract changes',
    'src/contract/code.ts',
    [['/^[0-9]+$/', '/^[0-9a-z]+$/']],
    '~ isCode of src/contract/code.ts (used by guard isComplete, guard canAutoSubmit, guard completesCode) changed: `(code: string): boolean => code.length === CODE_LENGTH && /^[0-9]+$/.test(code)` → `(code: string): boolean => code.length === CODE_LENGTH && /^[0-9a-z]+$/.test(code)`',
  ),
];

/** Changes that no run of the chart shows. */
export const refactorings: ChartEdit[] = [
  edit(
    'a renamed state',
    'otp',
    [
      ['hidden: { on', 'concealed: { on'],
      ["{ target: 'hidden' }", "{ target: 'concealed' }"],
    ],
    '~ state open.boxes.hidden renamed to open.boxes.concealed',
  ),
  edit(
    'a renamed final state',
    'session',
    [
      ["*{ target: 'signedOut', actions: 'openLogin' }", "{ target: 'out', actions: 'openLogin' }"],
      ['    signedOut: {', '    out: {'],
    ],
    '~ state signedOut renamed to out',
  ),
  edit(
    'a renamed state with states inside, which guards name',
    'otp',
    [
      ["delivery: 'ready'", "dispatch: 'ready'"],
      ["delivery: 'sending'", "dispatch: 'sending'"],
      ['        delivery: {', '        dispatch: {'],
    ],
    '~ state open.delivery renamed to open.dispatch',
  ),
  edit(
    'a renamed guard',
    'otp',
    [['*isComplete', 'hasSixDigits']],
    '~ guard isComplete renamed to hasSixDigits',
  ),
  edit(
    'a renamed action',
    'otp',
    [['*clearCode', 'emptyBoxes']],
    '~ action clearCode renamed to emptyBoxes',
  ),
  edit(
    'a renamed action without code',
    'person-step',
    [['*saveDraft', 'storeDraft']],
    '~ action saveDraft renamed to storeDraft',
  ),
  edit(
    'a renamed delay',
    'otp',
    [['*resendPause', 'pauseBeforeResend']],
    '~ delay resendPause renamed to pauseBeforeResend',
  ),
  edit(
    'a renamed actor',
    'session',
    [
      ["*'refresh'", "'renewal'"],
      ['refresh: PromiseActorLogic', 'renewal: PromiseActorLogic'],
    ],
    '~ actor refresh renamed to renewal',
    '~ actor id refresh renamed to renewal',
  ),
  edit(
    'a renamed event that only the chart raises',
    'otp',
    [["*'sending.ended'", "'delivery.ended'"]],
    '~ event sending.ended renamed to delivery.ended',
  ),
  edit(
    'a part of a guard gets a name',
    'otp',
    [
      [
        'canAutoSubmit: ({ context }) => context.isAutoSubmit && isCode(context.code),',
        "isAutomatic: ({ context }) => context.isAutoSubmit,\n    canAutoSubmit: and(['isAutomatic', 'isComplete']),",
      ],
    ],
    "~ guard canAutoSubmit: written differently, decides the same: `({ context }) => context.isAutoSubmit && isCode(context.code)` → `and(['isAutomatic', 'isComplete'])`",
    '+ guard isAutomatic added',
  ),
  edit(
    'guards that are combined get a name',
    'login',
    [
      [
        "canLogIn: and(['hasConsent', 'isEmailFilled', 'isPasswordFilled'])",
        "areFieldsFilled: and(['isEmailFilled', 'isPasswordFilled']),\n    canLogIn: and(['hasConsent', 'areFieldsFilled'])",
      ],
    ],
    "~ guard canLogIn: written differently, decides the same: `and(['hasConsent', 'isEmailFilled', 'isPasswordFilled'])` → `and(['hasConsent', 'areFieldsFilled'])`",
    '+ guard areFieldsFilled added',
  ),
  edit(
    'a guard is written at its edge',
    'session',
    [
      [
        "{ guard: 'staysOnPage', target: 'expired' }",
        "{ guard: ({ context: { staysOnPage } }) => staysOnPage, target: 'expired' }",
      ],
      ['    staysOnPage: ({ context }) => context.staysOnPage,\n', ''],
    ],
    "~ edge refreshing: refresh done [a condition] → expired: the same condition, `'staysOnPage'` → `({ context: { staysOnPage } }) => staysOnPage`",
    '- guard staysOnPage removed',
  ),
  edit(
    'a rule becomes a function',
    'person-step',
    [
      [
        "isPasswordMissing: ({ context }) => context.password === ''",
        'isPasswordMissing: ({ context }) => isEmpty(context.password)',
      ],
      ['const noticeOf', "const isEmpty = (text: string) => text === '';\n\nconst noticeOf"],
    ],
    "~ guard isPasswordMissing: written differently, decides the same: `({ context }) => context.password === ''` → `({ context }) => isEmpty(context.password)`",
  ),
  edit(
    'guards that exclude each other change places',
    'otp',
    [
      [
        "{ guard: 'canVerify', target: 'verifying' },\n                  { guard: 'isShort', target: '.incomplete' },",
        "{ guard: 'isShort', target: '.incomplete' },\n                  { guard: 'canVerify', target: 'verifying' },",
      ],
    ],
    '~ edge open.entry.entering: code.submitted [isShort] is tried before [canVerify] now, which makes no difference',
  ),
  edit(
    'events change places',
    'person-step',
    [
      [
        "on: { 'person.submitted': 'next', 'back.requested': 'back' }",
        "on: { 'back.requested': 'back', 'person.submitted': 'next' }",
      ],
    ],
    '~ its code is written in another order or way, the chart is the same',
  ),
  edit(
    'a number gets a name',
    'session',
    [
      [
        'context: { staysOnPage: false, since: 0 }',
        'context: { staysOnPage: false, since: NEVER }',
      ],
      ['/**\n * The session', 'const NEVER = 0;\n\n/**\n * The session'],
    ],
    '~ first context written differently with the same result: `{ staysOnPage: false, since: 0 }` → `{ staysOnPage: false, since: NEVER }`',
  ),
  edit(
    'a description changes',
    'otp',
    [
      [
        "description: 'Another code may be requested.'",
        "description: 'A code may be requested again.'",
      ],
    ],
    '~ state open.delivery.ready: its description changed',
  ),
];
