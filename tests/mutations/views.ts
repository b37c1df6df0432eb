import type { Mutation } from '#build/mutations/mutation.ts';

const CODE_BOXES = 'tests/web/ui/code-boxes.test.tsx';
const FIELDS = 'tests/web/ui/fields.test.tsx';
const TOASTER = 'tests/web/ui/toaster.test.tsx';
const CAROUSEL = 'tests/web/ui/carousel.test.tsx';
const LOGIN = 'tests/journeys/flows/login.test.ts';

/** Faults of the views and of what the browser stores: handlers, names, values, conditions. */
export const viewMutations: Mutation[] = [
  {
    name: 'phones do not offer the code from the message',
    file: 'src/web/ui/fields/code-boxes.tsx',
    from: "autoComplete={index === 0 ? 'one-time-code' : 'off'}",
    to: 'autoComplete="off"',
    tests: [CODE_BOXES],
  },
  {
    name: 'the boxes of a code have no names',
    file: 'src/web/ui/fields/code-boxes.tsx',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source code.
    from: 'aria-label={`Digit ${index + 1} of ${CODE_LENGTH}`}',
    to: '',
    tests: [CODE_BOXES],
  },
  {
    name: 'a code changes while it is being verified',
    file: 'src/web/ui/fields/use-code-boxes.ts',
    from: 'if (isLocked) return;',
    to: '',
    tests: [CODE_BOXES],
  },
  {
    name: 'Backspace stops at an empty box',
    file: 'src/web/ui/fields/use-code-boxes.ts',
    from: 'Math.max(index - 1, 0)',
    to: 'index',
    tests: [CODE_BOXES],
  },
  {
    name: 'the label of a field is not tied to its input',
    file: 'src/web/ui/fields/field.tsx',
    from: "<label className={styles['label']} htmlFor={id}>",
    to: "<label className={styles['label']}>",
    tests: [FIELDS],
  },
  {
    name: 'the button of a password does not say whether the text is shown',
    file: 'src/web/ui/fields/password-field.tsx',
    from: 'aria-pressed={isShown}',
    to: '',
    tests: [FIELDS],
  },
  {
    name: 'a second selection replaces the first',
    file: 'src/web/ui/fields/multi-select.tsx',
    from: ': [...selected, option],',
    to: ': [option],',
    tests: ['tests/web/ui/multi-select.test.tsx'],
  },
  {
    name: 'a failure is announced politely',
    file: 'src/web/ui/toaster/toaster.tsx',
    from: 'role="alert" aria-atomic="false"',
    to: 'role="status" aria-atomic="false"',
    tests: [TOASTER],
  },
  {
    name: 'the focus is lost when a toast is dismissed',
    file: 'src/web/ui/toaster/toaster.tsx',
    from: 'previousFocus.current?.focus();',
    to: '',
    tests: [TOASTER],
  },
  {
    name: 'hidden slides take the focus',
    file: 'src/web/marketing/carousel/carousel.tsx',
    from: 'inert={isMounted && index !== current}',
    to: 'inert={false}',
    tests: [CAROUSEL],
  },
  {
    name: 'a slide moves on under the focus',
    file: 'src/web/marketing/carousel/autoplay.ts',
    from: "listen(['pointerenter', 'focusin'], stop);",
    to: "listen(['pointerenter'], stop);",
    tests: [CAROUSEL],
  },
  {
    name: 'a screen reader gets every value of a number that counts up',
    file: 'src/web/marketing/motion/count-up.tsx',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source code.
    from: '<VisuallyHidden>{`${end}${suffix}`}</VisuallyHidden>',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source code.
    to: '<VisuallyHidden>{`${now}${suffix}`}</VisuallyHidden>',
    tests: ['tests/web/ui/count-up.test.tsx'],
  },
  {
    name: 'a form marks empty fields before it is sent',
    file: 'src/web/pages/demo/demo-form.tsx',
    from: "if (!snapshot.hasTag('error')) return flagged;",
    to: '',
    tests: ['tests/web/demo-form.test.tsx'],
  },
  {
    name: 'the chosen plan is lost on the way to the sign-up',
    file: 'src/web/marketing/pricing-table.tsx',
    from: "state={{ email: '', plan: plan.name }}",
    to: "state={{ email: '', plan: '' }}",
    tests: ['tests/web/ui/pricing-table.test.tsx'],
  },
  {
    name: 'an expired sign-up is offered again',
    file: 'src/web/flows/sign-up/sign-up-draft.ts',
    from: '(draft.ticketEndsAt ?? Number.POSITIVE_INFINITY) <= now',
    to: '(draft.ticketEndsAt ?? Number.POSITIVE_INFINITY) <= 0',
    tests: ['tests/web/sign-up-draft.test.ts'],
  },
  {
    name: 'a parameter in front of the hash overrides the one inside it',
    file: 'src/web/routing/hash-location.ts',
    from: 'merged.set(key, value);',
    to: 'merged.append(key, value);',
    tests: ['tests/web/location.test.ts'],
  },
  {
    name: 'a prerendered page is replaced under a pressed pointer',
    file: 'src/web/boot/mount-app.ts',
    from: 'if (isLoaded && page.hasChildNodes()) hydrateRoot(page, node);',
    to: 'if (false) hydrateRoot(page, node);',
    tests: ['tests/journeys/routing/early-presses.test.ts'],
    needsBuild: true,
  },
  {
    name: 'React does not see what was typed before it hydrated a field',
    file: 'src/web/boot/early-input.ts',
    from: 'else enterValue(now, value);',
    to: '',
    tests: ['tests/journeys/pages/initial-html.test.ts'],
    only: 'what is typed and chosen',
    needsBuild: true,
  },
  {
    name: 'Enter before the script ran submits what was typed after it',
    file: 'src/web/boot/inline-script.ts',
    from: "({ tagName }) => tagName !== 'FORM'",
    to: '() => true',
    tests: ['tests/journeys/pages/initial-html.test.ts'],
    only: 'who goes on typing',
    needsBuild: true,
  },
  {
    name: 'a repeated press takes the focus away from a field',
    file: 'src/web/boot/early-input.ts',
    from: 'focused.focus({ preventScroll: true });',
    to: 'void focused;',
    tests: ['tests/journeys/pages/initial-html.test.ts'],
    only: 'who goes on typing',
    needsBuild: true,
  },
  {
    name: 'Back does not know where an early link left home',
    file: 'src/web/routing/scroll-positions.ts',
    from: 'globalThis.firstEntryKey ?? keyOfEntry()',
    to: 'keyOfEntry()',
    tests: ['tests/journeys/pages/initial-html.test.ts'],
    only: 'Back leads to where home was left',
    needsBuild: true,
  },
  {
    name: 'Verify is enabled without consent',
    file: 'src/web/pages/login/code-mode.tsx',
    from: "disabled={!snapshot.can({ type: 'code.submitted' })}",
    to: '',
    tests: [LOGIN],
    only: 'withdrawing consent disables Verify',
    needsBuild: true,
  },
  {
    name: 'consent cannot be withdrawn',
    file: 'src/web/pages/login/consent.tsx',
    from: "isGiven ? 'consent.given' : 'consent.withdrawn'",
    to: "isGiven ? 'consent.given' : 'consent.given'",
    tests: [LOGIN],
    only: 'consent can be withdrawn',
    needsBuild: true,
  },
];
