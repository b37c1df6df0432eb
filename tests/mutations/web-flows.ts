import type { Mutation } from '#build/testing/mutations.ts';

const ADDRESS_SCRIPTS = 'tests/web/address-scripts.test.ts';
const CALLS = 'tests/web/calls.test.ts';
const CODE_ENTRY = 'tests/web/code-entry.test.tsx';
const CODE_FLOWS = 'tests/web/code-flows.test.ts';
const EMAIL_FIELD = 'tests/web/email-field.test.tsx';
const INLINE_SCRIPT = 'tests/web/inline-script.test.ts';
const LINKS = 'tests/web/links.test.ts';
const MOUNT_APP = 'tests/web/mount-app.test.tsx';
const NAVIGATION = 'tests/web/navigation.test.tsx';
const NOTICE_BOARD = 'tests/web/notice-board.test.tsx';
const PASSKEY_CALLS = 'tests/web/passkey-calls.test.ts';
const PASSKEY_ENTRIES = 'tests/web/passkey-entries.test.tsx';
const PASSKEY_OFFER = 'tests/web/passkey-offer.test.tsx';
const REAUTHENTICATION = 'tests/web/reauthentication.test.tsx';
const REPEATED_LOAD = 'tests/web/repeated-load.test.ts';
const SECTION_SCROLL = 'tests/web/section-scroll.test.tsx';
const SERVER_AWAY = 'tests/web/server-away.test.tsx';
const SESSION_LIST = 'tests/web/session-list.test.tsx';
const SESSION_RENEWAL = 'tests/web/session-renewal.test.ts';
const SETTINGS = 'tests/web/settings.test.ts';
const SIGN_UP_DRAFT = 'tests/web/sign-up-draft.test.ts';
const SIGN_UP = 'tests/web/sign-up.test.ts';
const CODE_BOXES = 'tests/web/ui/code-boxes.test.tsx';
const FIELDS = 'tests/web/ui/fields.test.tsx';
const LOGO_FIELD = 'tests/web/ui/logo-field.test.tsx';
const MULTI_SELECT = 'tests/web/ui/multi-select.test.tsx';
const TOASTER = 'tests/web/ui/toaster.test.tsx';

/** Faults of what a visitor meets in forms and controls, of early input, of links and of what a page asks its server. */
export const webFlowMutations: Mutation[] = [
  {
    name: 'who keeps what was asked about loses the place in the list',
    file: 'src/web/forms/list-notice.tsx',
    from: 'if (button && (isIdle || lastPressed.current === undefined)) lastPressed',
    to: 'if (button) lastPressed',
    tests: [SESSION_LIST],
  },
  {
    name: 'a list that is loaded again takes the focus from where it has moved',
    file: 'src/web/forms/list-notice.tsx',
    from: ' || document.activeElement !== document.body) return;',
    to: ') return;',
    tests: [SESSION_LIST],
  },
  {
    name: 'the name of a passkey is submitted as a new page',
    file: 'src/web/forms/passkey-entries.tsx',
    from: `      event.preventDefault();
`,
    to: '',
    tests: [PASSKEY_ENTRIES],
  },
  {
    name: 'who renames a passkey has to look for its field',
    file: 'src/web/forms/passkey-entries.tsx',
    from: `      autoFocus
`,
    to: '',
    tests: [PASSKEY_ENTRIES],
  },
  {
    name: 'a name that no passkey can have is refused without a word',
    file: 'src/web/forms/passkey-entries.tsx',
    from: 'error={isInvalid ? words.nameInvalid : undefined}',
    to: 'error={undefined}',
    tests: [PASSKEY_ENTRIES],
  },
  {
    name: 'the buttons that rename passkeys cannot be told apart',
    file: 'src/web/forms/passkey-entries.tsx',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source code.
    from: 'aria-label={`${words.rename} ${name}`}',
    to: 'aria-label={words.rename}',
    tests: [PASSKEY_ENTRIES],
  },
  {
    name: 'the name of a passkey can be changed while it is saved',
    file: 'src/web/forms/passkey-entries.tsx',
    from: `      readOnly={isBusy}
`,
    to: '',
    tests: [PASSKEY_ENTRIES],
  },
  {
    name: 'a list of passkeys that did not load says that there are none',
    file: 'src/web/forms/passkey-entries.tsx',
    from: '{isListed && passkeys.length === 0 && <p>{none}</p>}',
    to: '{passkeys.length === 0 && <p>{none}</p>}',
    tests: [PASSKEY_ENTRIES],
  },
  {
    name: 'the form for the name of a passkey is below each of them',
    file: 'src/web/forms/passkey-entries.tsx',
    from: 'const isRenaming = isSelected && snapshot',
    to: 'const isRenaming = snapshot',
    tests: [PASSKEY_ENTRIES],
  },
  {
    name: 'a second passkey can be renamed while the first one is',
    file: 'src/web/forms/passkey-entries.tsx',
    from: `          disabled={!snapshot.can({ type: 'renaming.requested', id })}
`,
    to: '',
    tests: [PASSKEY_ENTRIES],
  },
  {
    name: 'a list of passkeys that did not load cannot be loaded again',
    file: 'src/web/forms/passkey-entries.tsx',
    from: "onRetry={() => actor.send({ type: 'list.requested' })}",
    to: 'onRetry={() => {}}',
    tests: [PASSKEY_ENTRIES],
  },
  {
    name: 'a name that is being saved can be cancelled',
    file: 'src/web/forms/passkey-entries.tsx',
    from: 'disabled={!canCancel} onClick',
    to: 'onClick',
    tests: [PASSKEY_ENTRIES],
  },
  {
    name: 'a passkey is asked for by itself when the server is back',
    file: 'src/web/forms/passkey-offer.tsx',
    from: '<BrowserIssues submitsAgain={false} />',
    to: '<BrowserIssues />',
    tests: [PASSKEY_OFFER],
  },
  {
    name: 'the offer of a passkey is submitted as a new page',
    file: 'src/web/forms/passkey-offer.tsx',
    from: `    event.preventDefault();
`,
    to: '',
    tests: [PASSKEY_OFFER],
  },
  {
    name: 'a passkey without a name is refused without a word',
    file: 'src/web/forms/passkey-offer.tsx',
    from: 'error={isUnnamed ? words.unnamed : undefined}',
    to: 'error={undefined}',
    tests: [PASSKEY_OFFER],
  },
  {
    name: 'a passkey without a name leaves the focus on the button',
    file: 'src/web/forms/passkey-offer.tsx',
    from: 'useErrorFocus(isUnnamed)',
    to: 'useErrorFocus(false)',
    tests: [PASSKEY_OFFER],
  },
  {
    name: 'who declines a passkey is asked for it',
    file: 'src/web/forms/passkey-offer.tsx',
    from: "registration.send({ type: 'creation.declined' })",
    to: "registration.send({ type: 'creation.submitted' })",
    tests: [PASSKEY_OFFER],
  },
  {
    name: 'a form that needs no cookies complains that they are blocked, and one that does is silent',
    file: 'src/web/forms/browser-issues.tsx',
    from: "needsCookies || issue !== 'cookiesRefused'",
    to: "needsCookies && issue !== 'cookiesRefused'",
    tests: [SERVER_AWAY],
  },
  {
    name: 'a phone number is offered to who is offline, not while the server is away',
    file: 'src/web/forms/browser-issues.tsx',
    from: "issue === 'unreachable' && offersContact &&",
    to: "issue === 'offline' && offersContact &&",
    tests: [SERVER_AWAY],
  },
  {
    name: 'the button that loads an old page again does nothing',
    file: 'src/web/forms/browser-issues.tsx',
    from: 'onClick={() => location.reload()}',
    to: 'onClick={() => {}}',
    tests: [SERVER_AWAY],
  },
  {
    name: 'the first answer that is not understood is ignored',
    file: 'src/web/forms/browser-issues.tsx',
    from: 'if (misunderstandings > 0) void',
    to: 'if (misunderstandings > 1) void',
    tests: [SERVER_AWAY],
  },
  {
    name: 'a page of the present version asks for a reload',
    file: 'src/web/forms/browser-issues.tsx',
    from: 'isOld && reportOutdated()',
    to: '!isOld && reportOutdated()',
    tests: [SERVER_AWAY],
  },
  {
    name: 'a screen reader does not hear what keeps a form from working',
    file: 'src/web/forms/browser-issues.tsx',
    from: '<span ref={inside} role="status">',
    to: '<span ref={inside}>',
    tests: [SERVER_AWAY],
  },
  {
    name: 'who has asked for a code has to look for its boxes',
    file: 'src/web/forms/code-entry.tsx',
    from: 'if (!isResumed) entry',
    to: 'if (isResumed) entry',
    tests: [CODE_ENTRY],
  },
  {
    name: 'an unfinished code can be checked again',
    file: 'src/web/forms/code-entry.tsx',
    from: 'isAutoSubmit && isCode(code) && snapshot.can',
    to: 'isAutoSubmit && snapshot.can',
    tests: [CODE_ENTRY],
  },
  {
    name: 'Enter in a code submits no form',
    file: 'src/web/forms/code-entry.tsx',
    from: 'onSubmit={isAutoSubmit ? submit : undefined}',
    to: 'onSubmit={submit}',
    tests: [CODE_ENTRY],
  },
  {
    name: 'the boxes of a code do not say what became of it',
    file: 'src/web/forms/code-entry.tsx',
    from: `        describedBy={status}
`,
    to: '',
    tests: [CODE_ENTRY],
  },
  {
    name: 'the button for another code does not say that it is sent',
    file: 'src/web/forms/code-entry.tsx',
    from: 'isBusy={isSending(snapshot)}',
    to: 'isBusy={isVerifying(snapshot)}',
    tests: [CODE_ENTRY],
  },
  {
    name: 'who tried too many codes is told to wait for days',
    file: 'src/web/forms/code-entry.tsx',
    from: 'waitInWords(otp.context.retryAfterS)',
    to: 'waitInWords(otp.context.retryAfterS * MS_PER_S)',
    tests: [CODE_ENTRY],
  },
  {
    name: 'another code can be asked for while one is checked',
    file: 'src/web/forms/code-entry.tsx',
    from: "disabled={!snapshot.can({ type: 'resend.requested' })}",
    to: 'disabled={isWaiting(snapshot)}',
    tests: [CODE_ENTRY],
  },
  {
    name: 'the boxes of a code take digits while it is checked',
    file: 'src/web/forms/code-entry.tsx',
    from: "isVerifying(snapshot) ? 'busy' : 'neutral'",
    to: "'neutral'",
    tests: [CODE_ENTRY],
  },
  {
    name: 'phones write an address with a capital letter',
    file: 'src/web/forms/email-field.tsx',
    from: `      autoCapitalize="none"
`,
    to: '',
    tests: [EMAIL_FIELD],
  },
  {
    name: 'a screen reader does not hear of a mistyped address',
    file: 'src/web/forms/email-field.tsx',
    from: '<p aria-live="polite">',
    to: '<p>',
    tests: [EMAIL_FIELD],
  },
  {
    name: 'a failure looks and sounds like a success',
    file: 'src/web/forms/notice-board.tsx',
    from: "else if (shownAs !== 'field') showToast(shownAs, message);",
    to: "else if (shownAs !== 'field') showToast('status', message);",
    tests: [NOTICE_BOARD],
  },
  {
    name: 'OK does not close the alert of a failure',
    file: 'src/web/forms/notice-board.tsx',
    from: 'onClose={() => setAlert(undefined)} />',
    to: 'onClose={() => {}} />',
    tests: [NOTICE_BOARD],
  },
  {
    name: 'the alert of a failure does not say that the address is kept',
    file: 'src/web/forms/notice-board.tsx',
    from: `      describedBy={detailId}
`,
    to: '',
    tests: [NOTICE_BOARD],
  },
  {
    name: 'a code was sent to {email}',
    file: 'src/web/forms/notice-board.tsx',
    from: "text.replace('{email}', () => emailOf())",
    to: 'text',
    tests: [NOTICE_BOARD],
  },
  {
    name: 'the code before a change does not say what it is for',
    file: 'src/web/forms/reauthentication.tsx',
    from: ' aria-labelledby={id}',
    to: '',
    tests: [REAUTHENTICATION],
  },
  {
    name: 'the code before a change that was not sent cannot be asked for again',
    file: 'src/web/forms/reauthentication.tsx',
    from: "onClick={() => otp?.send({ type: 'code.requested' })}",
    to: 'onClick={() => {}}',
    tests: [REAUTHENTICATION],
  },
  {
    name: 'the code before a change cannot be cancelled',
    file: 'src/web/forms/reauthentication.tsx',
    from: `          onClick={() => actor.send({ type: 'reauthentication.cancelled' })}
`,
    to: '',
    tests: [REAUTHENTICATION],
  },
  {
    name: 'the code before a change does not say that it is sent',
    file: 'src/web/forms/reauthentication.tsx',
    from: '            isBusy={isSending}',
    to: '            isBusy={isVerifying}',
    tests: [REAUTHENTICATION],
  },
  {
    name: 'each button in a form submits it',
    file: 'src/web/ui/button.tsx',
    from: "type = 'button',",
    to: "type = 'submit',",
    tests: [FIELDS],
  },
  {
    name: 'a busy button submits its form again',
    file: 'src/web/ui/button.tsx',
    from: 'isBusy ? (event) => event.preventDefault() : onClick',
    to: 'isBusy ? undefined : onClick',
    tests: [FIELDS],
  },
  {
    name: 'a dialog starts at its close button',
    file: 'src/web/ui/dialog.tsx',
    from: `    dialog.querySelector<HTMLElement>('form :is(input, select, textarea)')?.focus();
`,
    to: '',
    tests: [TOASTER],
  },
  {
    name: 'a dialog that is closed takes the focus with it',
    file: 'src/web/ui/dialog.tsx',
    from: `      dialog.close();
`,
    to: '',
    tests: [TOASTER],
  },
  {
    name: 'a dialog that was closed takes the toasts with it',
    file: 'src/web/ui/dialog.tsx',
    from: `      release();
`,
    to: '',
    tests: [TOASTER],
  },
  {
    name: 'a dialog is not read with its description',
    file: 'src/web/ui/dialog.tsx',
    from: `      aria-describedby={describedBy}
`,
    to: '',
    tests: [NOTICE_BOARD],
  },
  {
    name: 'who is asked before something is removed stands on no button',
    file: 'src/web/ui/entries.tsx',
    from: ' autoFocus disabled',
    to: ' disabled',
    tests: [PASSKEY_ENTRIES],
  },
  {
    name: 'what is being removed can be kept',
    file: 'src/web/ui/entries.tsx',
    from: 'disabled={!canCancel} onClick={onCancel}',
    to: 'onClick={onCancel}',
    tests: [PASSKEY_ENTRIES],
  },
  {
    name: 'the question before something is removed does not say what',
    file: 'src/web/ui/entries.tsx',
    from: 'role="group" aria-label={label}',
    to: 'role="group"',
    tests: [PASSKEY_ENTRIES],
  },
  {
    name: 'what is being removed does not say so',
    file: 'src/web/ui/entries.tsx',
    from: 'isBusy={isBusy} busyLabel={busyLabel} onClick={onConfirm}',
    to: 'isBusy={false} busyLabel={busyLabel} onClick={onConfirm}',
    tests: [PASSKEY_ENTRIES],
  },
  {
    name: 'AltGr and T lead to the toasts instead of typing a letter',
    file: 'src/web/ui/toaster.tsx',
    from: 'event.altKey && !event.ctrlKey && !event.metaKey',
    to: 'event.altKey && !event.metaKey',
    tests: [TOASTER],
  },
  {
    name: 'the keys that lead to the toasts also type a letter',
    file: 'src/web/ui/toaster.tsx',
    from: `      event.preventDefault();
`,
    to: '',
    tests: [TOASTER],
  },
  {
    name: 'each toast that is dismissed leads back to the same place',
    file: 'src/web/ui/toaster.tsx',
    from: `    previousFocus.current = null;
`,
    to: '',
    tests: [TOASTER],
  },
  {
    name: 'the list of the toasts has no name',
    file: 'src/web/ui/toaster.tsx',
    from: 'aria-label="Notifications"',
    to: '',
    tests: [TOASTER],
  },
  {
    name: 'the toaster of a later script is rendered in the task of its evaluation',
    file: 'src/web/ui/toaster-outlet.tsx',
    from: 'if (globalThis.isMounting) setTimeout(toaster.set, 0, component);',
    to: 'if (globalThis.isMounting) toaster.set(component);',
    tests: ['tests/web/ui/toaster-outlet.test.tsx'],
  },
  {
    name: 'toasts are shown in the dialog below the topmost one',
    file: 'src/web/ui/toaster-outlet.tsx',
    from: 'useStore(hosts).at(-1)',
    to: 'useStore(hosts).at(0)',
    tests: [TOASTER],
  },
  {
    name: 'a dialog goes on to show the toasts after it was closed',
    file: 'src/web/ui/toaster-outlet.tsx',
    from: 'host !== dialog',
    to: 'host === dialog',
    tests: [TOASTER],
  },
  {
    name: 'a shortcut of a Mac types a digit of a code',
    file: 'src/web/ui/fields/code-boxes.tsx',
    from: 'if (event.ctrlKey || event.metaKey || event.altKey) return;',
    to: 'if (event.ctrlKey || event.altKey) return;',
    tests: [CODE_BOXES],
  },
  {
    name: 'a digit of a code is not replaced by the next one',
    file: 'src/web/ui/fields/code-boxes.tsx',
    from: `            onFocus={(event) => event.target.select()}
`,
    to: '',
    tests: [CODE_BOXES],
  },
  {
    name: 'the boxes of a code are not read with their status',
    file: 'src/web/ui/fields/code-boxes.tsx',
    from: `      aria-describedby={describedBy}
`,
    to: '',
    tests: [CODE_ENTRY],
  },
  {
    name: 'phones show letters for a code',
    file: 'src/web/ui/fields/code-boxes.tsx',
    from: 'inputMode="numeric"',
    to: 'inputMode="text"',
    tests: [CODE_BOXES],
  },
  {
    name: 'a screen reader does not hear that a code is checked',
    file: 'src/web/ui/fields/code-boxes.tsx',
    from: "aria-busy={state === 'busy' || undefined}",
    to: '',
    tests: [CODE_BOXES],
  },
  {
    name: 'a password is checked for its spelling by a server',
    file: 'src/web/ui/fields/field.tsx',
    from: `          spellCheck={false}
`,
    to: '',
    tests: [FIELDS],
  },
  {
    name: 'phones write a password with a capital letter',
    file: 'src/web/ui/fields/field.tsx',
    from: `          autoCapitalize="none"
          autoCorrect`,
    to: '          autoCorrect',
    tests: [FIELDS],
  },
  {
    name: 'a text can be longer than its count says',
    file: 'src/web/ui/fields/field.tsx',
    from: '<textarea {...area} {...control}',
    to: '<textarea {...control} {...area} maxLength={undefined}',
    tests: [FIELDS],
  },
  {
    name: 'who shows the password submits the form',
    file: 'src/web/ui/fields/field.tsx',
    from: `      type="button"
      className={styles['toggle']}`,
    to: "      className={styles['toggle']}",
    tests: [FIELDS],
  },
  {
    name: 'a logo that is dropped while another one is sent replaces it',
    file: 'src/web/ui/fields/logo-field.tsx',
    from: 'if (dropped && !isDisabled)',
    to: 'if (dropped)',
    tests: [LOGO_FIELD],
  },
  {
    name: 'a logo that is dropped beside its field replaces the page',
    file: 'src/web/ui/fields/logo-field.tsx',
    from: `    addEventListener('drop', preventDefault);
`,
    to: '',
    tests: [LOGO_FIELD],
  },
  {
    name: 'the field of a logo loses its mark while a file is over it',
    file: 'src/web/ui/fields/logo-field.tsx',
    from: 'if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);',
    to: 'setOver(false);',
    tests: [LOGO_FIELD],
  },
  {
    name: 'the field of a logo has no name',
    file: 'src/web/ui/fields/logo-field.tsx',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source code.
    from: 'aria-labelledby={`${ids.label} ${ids.pick}`}',
    to: 'aria-labelledby={ids.pick}',
    tests: [LOGO_FIELD],
  },
  {
    name: 'a new logo stands beside the one that it replaces',
    file: 'src/web/ui/fields/logo-field.tsx',
    from: '{!file && storedUrl && <img',
    to: '{storedUrl && <img',
    tests: [LOGO_FIELD],
  },
  {
    name: 'a logo that was refused is not marked',
    file: 'src/web/ui/fields/logo-field.tsx',
    from: 'aria-invalid={error ? true : undefined}',
    to: '',
    tests: [LOGO_FIELD],
  },
  {
    name: 'any file can be chosen as a logo',
    file: 'src/web/ui/fields/logo-field.tsx',
    from: `            accept={LOGO_TYPES.join(',')}
`,
    to: '',
    tests: [LOGO_FIELD],
  },
  {
    name: 'the field of a logo does not say which one it has',
    file: 'src/web/ui/fields/logo-field.tsx',
    from: "file?.name ?? 'or drop it here'",
    to: "'or drop it here'",
    tests: [LOGO_FIELD],
  },
  {
    name: 'who removes the last of several choices loses the place',
    file: 'src/web/ui/fields/multi-select.tsx',
    from: ' ?? buttons?.[index - 1]',
    to: '',
    tests: [MULTI_SELECT],
  },
  {
    name: 'Escape does not show all choices again',
    file: 'src/web/ui/fields/multi-select.tsx',
    from: "Escape: () => setQuery(''),",
    to: '',
    tests: [MULTI_SELECT],
  },
  {
    name: 'the arrow up does not move in a list of choices',
    file: 'src/web/ui/fields/multi-select.tsx',
    from: 'ArrowDown: 1, ArrowUp: -1',
    to: 'ArrowDown: 1',
    tests: [MULTI_SELECT],
  },
  {
    name: 'a long list of choices cannot be skipped',
    file: 'src/web/ui/fields/multi-select.tsx',
    from: 'onSkip={() => end.current?.focus()}',
    to: 'onSkip={() => {}}',
    tests: [MULTI_SELECT],
  },
  {
    name: 'Enter selects the first of several choices that match',
    file: 'src/web/ui/fields/multi-select.tsx',
    from: 'first && !second && onToggle(first)',
    to: 'first && onToggle(first)',
    tests: [MULTI_SELECT],
  },
  {
    name: 'the hint of a list of choices is not read with it',
    file: 'src/web/ui/fields/multi-select.tsx',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source code.
    from: "`${hint ? `${ids.hint} ` : ''}${ids.error}`",
    to: 'ids.error',
    tests: [MULTI_SELECT],
  },
  {
    name: 'the search of a list of choices has no name',
    file: 'src/web/ui/fields/multi-select.tsx',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source code.
    from: 'aria-label={`Search ${subject}`}',
    to: '',
    tests: [MULTI_SELECT],
  },
  {
    name: 'a mail that nobody knows of is asked for ever more rarely',
    file: 'src/web/flows/sign-up.ts',
    from: 'Math.min(2 * pauseMs, READ_PAUSE_MS_MAX)',
    to: '2 * pauseMs',
    tests: [CODE_FLOWS],
  },
  {
    name: 'a mail that nobody knows of is asked for each second',
    file: 'src/web/flows/sign-up.ts',
    from: 'Math.min(2 * pauseMs, READ_PAUSE_MS_MAX)',
    to: 'pauseMs',
    tests: [CODE_FLOWS],
  },
  {
    name: 'a mail that was sent is asked for again',
    file: 'src/web/flows/sign-up.ts',
    from: 'if (isSettled || !isWatched) return;',
    to: 'if (!isWatched) return;',
    tests: [CODE_FLOWS],
  },
  {
    name: 'the login page does not say why the signed-in page was left',
    file: 'src/web/flows/session.ts',
    from: "history.replaceState(state, '', LOGIN_ADDRESS);",
    to: "history.replaceState(null, '', LOGIN_ADDRESS);",
    tests: [SESSION_RENEWAL],
  },
  {
    name: 'the signed-in page stays after its session has ended',
    file: 'src/web/flows/session.ts',
    from: `    location.reload();
`,
    to: '',
    tests: [SESSION_RENEWAL],
  },
  {
    name: 'who is logged in is taken for a visitor',
    file: 'src/web/flows/session.ts',
    from: "includes('1')",
    to: "includes('0')",
    tests: [SESSION_RENEWAL],
  },
  {
    name: 'a device that has a passkey is said not to allow one',
    file: 'src/web/flows/passkey-creation.ts',
    from: "exists: 'creationExists'",
    to: "exists: 'creationNotAllowed'",
    tests: [PASSKEY_CALLS],
  },
  {
    name: 'a passkey is offered where the device cannot keep one',
    file: 'src/web/flows/passkey-creation.ts',
    from: 'hasPlatformAuthenticator: await hasPlatformAuthenticator()',
    to: 'hasPlatformAuthenticator: hasPasskeys()',
    tests: [PASSKEY_CALLS],
  },
  {
    name: 'an API on another host gets no cookies',
    file: 'src/web/api/client.ts',
    from: `      credentials: 'include',
      method`,
    to: '      method',
    tests: [CALLS],
  },
  {
    name: 'an account of the ATS opens the other application after a new password',
    file: 'src/web/api/calls/login.ts',
    from: 'isAtsEnabled: result.body.ATSEnabled',
    to: 'isAtsEnabled: false',
    tests: [CALLS],
  },
  {
    name: 'who removes the only way to log in is told that something went wrong',
    file: 'src/web/api/calls/passkey-list.ts',
    from: `  last_way_in: 'lastWayIn',
`,
    to: '',
    tests: [CALLS],
  },
  {
    name: 'a passkey that was removed in another tab is told as too many changes',
    file: 'src/web/api/calls/passkey-list.ts',
    from: "not_found: 'gone'",
    to: "not_found: 'rateLimited'",
    tests: [CALLS],
  },
  {
    name: 'a name is stored with the white space around it',
    file: 'src/web/api/calls/sign-up.ts',
    from: `name: name.trim(),
  };
  const result = await callAuthenticated('completeUser'`,
    to: `name,
  };
  const result = await callAuthenticated('completeUser'`,
    tests: [CALLS],
  },
  {
    name: 'a description is stored with the white space around it',
    file: 'src/web/api/calls/sign-up.ts',
    from: 'about: about.trim(),',
    to: 'about,',
    tests: [CALLS],
  },
  {
    name: 'a server of the version before is asked for a mail again and again',
    file: 'src/web/api/calls/sign-up.ts',
    from: "if (response.status === NOT_FOUND) return { message: 'unknown' };",
    to: '',
    tests: [CODE_FLOWS],
  },
  {
    name: 'an account whose ticket has ended can only be tried again',
    file: 'src/web/api/calls/sign-up.ts',
    from: `  if (isTicketRejected(result)) return { ok: false, isTicketRejected: true };
  return { ok: true, userId`,
    to: '  return { ok: true, userId',
    tests: [CALLS],
  },
  {
    name: 'storage that is refused is not told',
    file: 'src/web/platform/browser-issues.ts',
    from: 'isStorageRefused.set(!isKept)',
    to: 'isStorageRefused.set(isKept)',
    tests: [SERVER_AWAY],
  },
  {
    name: 'who is connected again is told to be offline',
    file: 'src/web/platform/connection.ts',
    from: `  addEventListener('online', listener);
`,
    to: '',
    tests: [SERVER_AWAY],
  },
  {
    name: 'who cancels a passkey is told that it is not allowed',
    file: 'src/web/platform/passkey-ceremony.ts',
    from: "NotAllowedError: 'cancelled'",
    to: "NotAllowedError: 'notAllowed'",
    tests: [PASSKEY_CALLS],
  },
  {
    name: 'a failure of the browser is told as a cancelled passkey',
    file: 'src/web/platform/passkey-ceremony.ts',
    from: 'if (reason === undefined) throw error;',
    to: "if (reason === undefined) return { ok: false, reason: 'cancelled' };",
    tests: [PASSKEY_CALLS],
  },
  {
    name: 'a page on localhost calls the API that is live',
    file: 'src/web/platform/settings.ts',
    from: "host === 'localhost' || ",
    to: '',
    tests: [SETTINGS],
  },
  {
    name: 'a test host after a space calls the API that is live',
    file: 'src/web/platform/settings.ts',
    from: '.map((entry) => entry.trim())',
    to: '',
    tests: [SETTINGS],
  },
  {
    name: 'a click that opens a window leaves the page as well',
    file: 'src/web/routing/internal-link.ts',
    from: ' || ctrlKey || shiftKey',
    to: ' || ctrlKey',
    tests: [LINKS],
  },
  {
    name: 'a click that opens a tab leaves the page as well',
    file: 'src/web/routing/internal-link.ts',
    from: 'defaultPrevented || button !== 0',
    to: 'defaultPrevented',
    tests: [LINKS],
  },
  {
    name: 'a link loses its query',
    file: 'src/web/routing/internal-link.ts',
    from: 'pathname + search',
    to: 'pathname',
    tests: [LINKS],
  },
  {
    name: 'a link to the app leads to a page that does not exist',
    file: 'src/web/routing/internal-link.ts',
    from: ':not([rel="external"])',
    to: '',
    tests: [LINKS],
  },
  {
    name: 'a link with a plan forgets it',
    file: 'src/web/routing/links.ts',
    from: '...(plan && { plan })',
    to: '',
    tests: [LINKS],
  },
  {
    name: 'the page of a link is not loaded when the keyboard reaches it',
    file: 'src/web/routing/links.ts',
    from: "'pointerover', 'focusin', 'touchstart'",
    to: "'pointerover', 'touchstart'",
    tests: [LINKS],
  },
  {
    name: 'a link loads a new document',
    file: 'src/web/routing/links.ts',
    from: `  event.preventDefault();
`,
    to: '',
    tests: [LINKS],
  },
  {
    name: 'the loading bar stays over the page that has come',
    file: 'src/web/routing/current-route.ts',
    from: `  isLoading.set(false);
`,
    to: '',
    tests: [NAVIGATION],
  },
  {
    name: 'a page does not follow the query of its address',
    file: 'src/web/routing/current-route.ts',
    from: `  search.set(nextSearch);
`,
    to: '',
    tests: [NAVIGATION],
  },
  {
    name: 'a server that is away is taken for one with a newer version',
    file: 'src/web/routing/load-page.ts',
    from: 'return html !== undefined && !html.includes(pathname);',
    to: 'return html === undefined || !html.includes(pathname);',
    tests: [REPEATED_LOAD],
  },
  {
    name: 'each page that was loaded leaves a timer behind',
    file: 'src/web/routing/load-page.ts',
    from: `    clearTimeout(timer);
`,
    to: '',
    tests: [REPEATED_LOAD],
  },
  {
    name: 'a newer version is looked for in the cache',
    file: 'src/web/routing/load-page.ts',
    from: "{ cache: 'no-store', signal }",
    to: '{ signal }',
    tests: [REPEATED_LOAD],
  },
  {
    name: 'the page of an error is taken for the site',
    file: 'src/web/routing/load-page.ts',
    from: 'response.ok ? await response.text() : undefined',
    to: 'await response.text()',
    tests: [REPEATED_LOAD],
  },
  {
    name: 'a page that is loaded again is where it was left, whatever its address says',
    file: 'src/web/routing/scroll-positions.ts',
    from: "if (load?.type !== 'back_forward') positions.delete(currentKey);",
    to: '',
    tests: [SECTION_SCROLL],
  },
  {
    name: 'Back leads to the section of the link instead of the place that was left',
    file: 'src/web/routing/use-section-scroll.ts',
    from: ' || savedPosition() !== undefined) return;',
    to: ') return;',
    tests: [SECTION_SCROLL],
  },
  {
    name: 'the next page scrolls to a section of the one before',
    file: 'src/web/routing/use-section-scroll.ts',
    from: `    keepInHash('section');
`,
    to: '',
    tests: [SECTION_SCROLL],
  },
  {
    name: 'the way to a section moves for who does not want motion',
    file: 'src/web/routing/use-section-scroll.ts',
    from: "allowsMotion() ? 'smooth' : 'instant'",
    to: "'smooth'",
    tests: [SECTION_SCROLL],
  },
  {
    name: 'a second link to a section of the same page leads nowhere',
    file: 'src/web/routing/use-section-scroll.ts',
    from: '  }, [section, sections]);',
    to: '  }, []);',
    tests: [SECTION_SCROLL],
  },
  {
    name: 'the address to share stays that of the page before',
    file: 'src/web/boot/app.tsx',
    from: `    if (canonical) canonical.href = new URL(path, canonical.href).href;
`,
    to: '',
    tests: [NAVIGATION],
  },
  {
    name: 'a page that broke breaks each next one',
    file: 'src/web/boot/app.tsx',
    from: '<ErrorBoundary key={path}>',
    to: '<ErrorBoundary>',
    tests: [NAVIGATION],
  },
  {
    name: 'a page that did not load is blank',
    file: 'src/web/boot/app.tsx',
    from: '{!Page && error && <ChunkErrorPage error={error} />}',
    to: '',
    tests: [NAVIGATION],
  },
  {
    name: 'the loading bar has no name',
    file: 'src/web/boot/app.tsx',
    from: ' aria-label={siteContent.loading}',
    to: '',
    tests: [NAVIGATION],
  },
  {
    name: 'a sign-up shows a page without its plan',
    file: 'src/web/boot/inline-script.ts',
    from: `      (path === '/checkout' && /[?&]plan=/.test(location.href)) ||
`,
    to: '',
    tests: [INLINE_SCRIPT],
  },
  {
    name: 'a forgotten password shows a page without its draft',
    file: 'src/web/boot/inline-script.ts',
    from: `      '/forgotPassword': () => sessionStorage.getItem(storageKeys.forgotPasswordDraft),
`,
    to: '',
    tests: [INLINE_SCRIPT],
  },
  {
    name: 'a fetched page has the title of home',
    file: 'src/web/boot/inline-script.ts',
    from: `    document.title = fetched.title;
`,
    to: '',
    tests: [INLINE_SCRIPT],
  },
  {
    name: 'without the app, a page that was not shown stays blank',
    file: 'src/web/boot/inline-script.ts',
    from: `    root.append(...staleNodes);
`,
    to: '',
    tests: [INLINE_SCRIPT],
  },
  {
    name: 'without the app, a link in home’s document leads nowhere',
    file: 'src/web/boot/inline-script.ts',
    from: `    addEventListener('hashchange', leaveHash);
`,
    to: '',
    tests: [INLINE_SCRIPT],
  },
  {
    name: 'an email address in front of the hash takes the route with it',
    file: 'src/web/boot/inline-script.ts',
    from: 'email=[^&#]*',
    to: 'email=[^&]*',
    tests: [INLINE_SCRIPT],
  },
  {
    name: 'a box that was ticked early is not ticked',
    file: 'src/web/boot/mount-app.ts',
    from: `if (isCheckbox(now)) enterChecked(now, isChecked);
        else enterValue`,
    to: 'enterValue',
    tests: [MOUNT_APP],
  },
  {
    name: 'a page that is rendered anew loses the focus',
    file: 'src/web/boot/mount-app.ts',
    from: `      if (lost) fieldNow(lost)?.focus({ preventScroll: true });
`,
    to: '',
    tests: [MOUNT_APP],
  },
  {
    name: 'what was typed early loses the cursor',
    file: 'src/web/boot/mount-app.ts',
    from: 'if (now !== field) copySelection(field, now);',
    to: '',
    tests: [MOUNT_APP],
  },
  {
    name: 'the app scrolls a page that is not laid out',
    file: 'src/web/boot/mount-app.ts',
    from: `  globalThis.renderDeferred?.();
`,
    to: '',
    tests: [MOUNT_APP],
  },
  {
    name: 'a mounted page stays hidden',
    file: 'src/web/boot/mount-app.ts',
    from: `  delete dataset[OTHER_ROUTE_KEY];
`,
    to: '',
    tests: [MOUNT_APP],
  },
  {
    name: 'what was selected early is not selected',
    file: 'src/web/boot/mount-app.ts',
    from: "field.tagName === 'SELECT' ? 'change' : 'input'",
    to: "'input'",
    tests: [MOUNT_APP],
  },
  {
    name: 'a form that was submitted early is sent as a new document',
    file: 'src/web/boot/mount-app.ts',
    from: `    element.requestSubmit();
    return;`,
    to: `    element.submit();
    return;`,
    tests: [MOUNT_APP],
  },
  {
    name: 'a page that was not loaded is taken for the one that is shown',
    file: 'src/web/boot/mount-app.ts',
    from: 'if (isLoaded && page.hasChildNodes()',
    to: 'if (page.hasChildNodes()',
    tests: [MOUNT_APP],
  },
  {
    name: 'a login by passkey is offered where the browser has none',
    file: 'src/web/boot/address-script.ts',
    from: "if ('PublicKeyCredential' in globalThis) ",
    to: '',
    tests: [ADDRESS_SCRIPTS],
  },
  {
    name: 'a route in the hash of another page forgets where the visit comes from',
    file: 'src/web/boot/address-script.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source code.
    from: '`/${source}${hash}`',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source code.
    to: '`/${hash}`',
    tests: [ADDRESS_SCRIPTS],
  },
  {
    name: 'nothing is denied before the visitor was asked',
    file: 'src/web/boot/consent-script.ts',
    from: `denyByDefault();
`,
    to: '',
    tests: [ADDRESS_SCRIPTS],
  },
  {
    name: 'who has chosen is asked, and nobody else',
    file: 'src/web/boot/consent-script.ts',
    from: 'if (!readConsent())',
    to: 'if (readConsent())',
    tests: [ADDRESS_SCRIPTS],
  },
  {
    name: 'home’s document shows the page of an error',
    file: 'src/web/boot/hash-script.ts',
    from: 'return response.ok ? await response.text() : undefined;',
    to: 'return await response.text();',
    tests: [ADDRESS_SCRIPTS],
  },
  {
    name: 'an address of another page gets a step of the sign-up',
    file: 'src/web/flows/sign-up.ts',
    from: 'if (location.href !== href || depth === shown) return;',
    to: 'if (depth === shown) return;',
    tests: [SIGN_UP],
  },
  {
    name: 'the address of the sign-up, opened again, leads one step back',
    file: 'src/web/flows/sign-up.ts',
    from: 'if (depth === undefined) return markEntry(shown);',
    to: 'if (depth === undefined) markEntry(shown);',
    tests: [SIGN_UP],
  },
  {
    name: 'Forward leads to a step that was not submitted',
    file: 'src/web/flows/sign-up.ts',
    from: 'if (depth > shown) return history.go(shown - depth);',
    to: 'if (depth > shown) return;',
    tests: [SIGN_UP],
  },
  {
    name: 'Back does not lead out of a step',
    file: 'src/web/flows/sign-up.ts',
    from: "sendBack({ type: 'back.requested' });",
    to: '',
    tests: [SIGN_UP],
  },
  {
    name: 'Back from the first step leaves the sign-up',
    file: 'src/web/flows/sign-up.ts',
    from: 'if (depthOf(history.state) === undefined) markEntry(0);',
    to: '',
    tests: [SIGN_UP],
  },
  {
    name: 'a reload of the sign-up doubles its history entries',
    file: 'src/web/flows/sign-up.ts',
    from: '(depthOf(history.state) ?? 0) + 1;',
    to: '1;',
    tests: [SIGN_UP],
  },
  {
    name: 'the step of a history entry replaces what else it has',
    file: 'src/web/flows/sign-up.ts',
    from: '{ ...history.state, signUpStep: STEPS[index] }',
    to: '{ signUpStep: STEPS[index] }',
    tests: [SIGN_UP],
  },
  {
    name: 'a code that was sent is forgotten by a reload',
    file: 'src/web/flows/sign-up.ts',
    from: 'savePause: ({ context: { resendAt } }) => saveDraft({ resendAt })',
    to: 'savePause: () => {}',
    tests: [SIGN_UP],
  },
  {
    name: 'nobody asks what becomes of the mail with the code',
    file: 'src/web/flows/sign-up.ts',
    from: "tellSent: sendParent({ type: 'code.sent' })",
    to: 'tellSent: () => {}',
    tests: [SIGN_UP],
  },
  {
    name: 'a ticket is forgotten by a reload',
    file: 'src/web/flows/sign-up.ts',
    from: 'saveDraft: ({ context: { email, ticketEndsAt } }) => saveDraft({ email, ticketEndsAt })',
    to: 'saveDraft: ({ context: { email } }) => saveDraft({ email })',
    tests: [SIGN_UP],
  },
  {
    name: 'accepted terms are forgotten by a reload',
    file: 'src/web/flows/sign-up.ts',
    from: 'saveTerms: (_, hasAcceptedTerms) => saveDraft({ hasAcceptedTerms })',
    to: 'saveTerms: () => {}',
    tests: [SIGN_UP],
  },
  {
    name: 'who is logged in is not offered the app, but another sign-up',
    file: 'src/web/flows/sign-up.ts',
    from: 'isSignedIn: isSignedIn() }',
    to: 'isSignedIn: false }',
    tests: [SIGN_UP],
  },
  {
    name: 'a sign-up that goes on in another tab is no longer stored by this one',
    file: 'src/web/flows/sign-up-draft.ts',
    from: 'key === storageKeys.signUpDraft && newValue === null',
    to: 'key === storageKeys.signUpDraft',
    tests: [SIGN_UP_DRAFT],
  },
];
