// @vitest-environment happy-dom
import { act, type ReactElement } from 'react';
import { expect, it, vi } from 'vitest';
import { createActor, type EventObject, fromCallback, fromPromise } from 'xstate';
import { ABOUT_LENGTH_MAX } from '#contract/account.ts';
import { DEPARTMENTS } from '#contract/company.ts';
import { HOUR_MS, MS_PER_S } from '#contract/durations.ts';
import { PASSWORD_LENGTH_MAX } from '#contract/password.ts';
import { companyStepMachine } from '#machines/company-step.ts';
import { type CompleteUserResult, personStepMachine } from '#machines/person-step.ts';
import { profileStepMachine } from '#machines/profile-step.ts';
import type { SignUpFields, WizardStep } from '#machines/rules/sign-up.ts';
import { account, email, fields } from '#paths/options/wizard-steps.ts';
import { companyOf } from '#tests/support/rules/sign-up-facts.ts';
import {
  companyErrors,
  logoErrors,
  personErrors,
  profileErrors,
  signUpContent,
} from '#web/content/sign-up.ts';
import { CompanyStep } from '#web/pages/checkout/company-step.tsx';
import { PersonStep } from '#web/pages/checkout/person-step.tsx';
import { ProfileStep } from '#web/pages/checkout/profile-step.tsx';
import { reportNoAnswer } from '#web/platform/browser-issues.ts';
import { click, enter, find, findText, show, waitFor } from './ui/render-component.tsx';

const never = fromPromise<never>(() => new Promise(() => {})) as never;
const actors = {
  stepHistory: fromCallback<EventObject, { step: WizardStep }>(() => {}),
  accountCreation: never,
};

/** A step whose account exists, with these fields. */
const inputOf = (changed: Partial<SignUpFields> = {}, password = '') => ({
  email,
  ticketEndsAt: Date.now() + HOUR_MS,
  state: { ...account, fields: { ...fields, ...changed }, password },
});

const company = (changed?: Partial<SignUpFields>) => (
  <CompanyStep
    actor={createActor(companyStepMachine.provide({ actors }), {
      input: inputOf(changed),
    }).start()}
  />
);
const person = (changed: Partial<SignUpFields>, password: string) => (
  <PersonStep
    actor={createActor(personStepMachine.provide({ actors: { ...actors, completeUser: never } }), {
      input: inputOf(changed, password),
    }).start()}
  />
);
const profile = (changed: Partial<SignUpFields>) => (
  <ProfileStep
    actor={createActor(
      profileStepMachine.provide({ actors: { ...actors, describeCompany: never } }),
      {
        input: inputOf(changed),
      },
    ).start()}
  />
);

/** The invalid fields of the page by their names, with what is said beside them. */
const errorsShown = () =>
  Object.fromEntries(
    [...document.querySelectorAll<HTMLInputElement>('[aria-invalid]')].map((field) => [
      field.name,
      (field.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent)
        .pop(),
    ]),
  );

const TWO_LINES = 'Acme\nRobotics';

it.each<[string, () => ReactElement, Record<string, string>]>([
  ['the company name', () => company({ name: TWO_LINES }), { company: companyErrors.nameInvalid }],
  ['the website', () => company({ website: 'acme' }), { website: companyErrors.websiteInvalid }],
  [
    'the first of two',
    () => company({ name: TWO_LINES, website: 'acme' }),
    { company: companyErrors.nameInvalid },
  ],
  ['the name', () => person({ personName: '' }, 'short'), { name: personErrors.nameMissing }],
  ['the password', () => person({}, 'short'), { password: personErrors.tooShort }],
  [
    'a name of two lines',
    () => person({ personName: TWO_LINES }, 'short'),
    { name: personErrors.nameInvalid },
  ],
  [
    'a long password',
    () => person({}, 'a'.repeat(PASSWORD_LENGTH_MAX + 1)),
    { password: personErrors.tooLong },
  ],
  ['the address as password', () => person({}, email), { password: personErrors.isEmail }],
  [
    'the display name',
    () => profile({ displayName: TWO_LINES }),
    { 'display-name': profileErrors.displayNameInvalid },
  ],
  ['the description', () => profile({ about: '\v' }), { about: profileErrors.aboutInvalid }],
])(
  'what is refused of %s is said beside it, and nowhere else, and has the focus',
  async (_, step, errors) => {
    show(step());
    expect(errorsShown()).toEqual({});
    click(find('[type="submit"]'));
    expect(errorsShown()).toEqual(errors);
    await waitFor(() => expect(document.activeElement).toBe(find('[aria-invalid]')));
  },
);

it('the logo that is stored is shown', () => {
  show(company());
  expect(find<HTMLImageElement>('img').getAttribute('src')).toBe(account.logoAddress);
});

it('no other logo can be chosen while the company is being created', () => {
  show(company());
  const logo = find<HTMLInputElement>('[type="file"]');
  expect(logo.disabled).toBe(false);
  click(find('[type="submit"]'));
  expect(logo.disabled).toBe(true);
});

it('what is cleared while the company is being created is not said to be missing', () => {
  show(company());
  click(find('[type="submit"]'));
  enter(find<HTMLInputElement>('[name="website"]'), '');
  expect(document.body.textContent).not.toContain(signUpContent.missing);
});

it('password managers store the new password with the verified address', () => {
  show(person({}, ''));
  expect(find<HTMLInputElement>('[name="email"]').autocomplete).toBe('username');
  expect(find<HTMLInputElement>('[name="password"]').autocomplete).toBe('new-password');
});

it.each([
  ['Step 1 of 3', () => company()],
  ['Step 2 of 3', () => person({}, '')],
  ['Step 3 of 3', () => profile({})],
])('a screen reader reads %s', (words, step) => {
  show(step());
  findText('p', words);
});

it('what Next waits for is read with the button', () => {
  show(company({ website: ' ', departments: [] }));
  const id = find('[aria-disabled="true"]').getAttribute('aria-describedby');
  expect(document.getElementById(id ?? '')?.textContent).toBe(
    'Still missing: Website, Departments you hire for',
  );
});

/** The control that has the focus, by its name, or else by its text or that of its group. */
const focused = () => {
  const { activeElement: control } = document;
  return (
    control?.getAttribute('name') ??
    control?.closest('fieldset')?.querySelector('legend')?.textContent ??
    control?.textContent
  );
};

type Lacks = Partial<Record<keyof typeof account, undefined>>;

/** A step whose account lacks a part. */
const startIncomplete = (lacks: Lacks) =>
  createActor(personStepMachine.provide({ actors }), {
    input: { ...inputOf(), state: { ...account, ...lacks, fields, password: '' } },
  }).start();
const incompletePerson = (lacks: Lacks) => <PersonStep actor={startIncomplete(lacks)} />;

it.each([
  ['the website', () => company({ website: '' }), 'website'],
  ['the departments', () => company({ departments: [] }), signUpContent.company.departments],
  ['the locations', () => company({ locations: [] }), signUpContent.company.locations],
  ['the password', () => person({}, ''), 'password'],
  [
    'a part of the account',
    () => incompletePerson({ userId: undefined }),
    signUpContent.about.retry,
  ],
])('Next leads to what is missing: %s', (_, step, name) => {
  show(step());
  click(find('[type="submit"]'));
  expect(focused()).toBe(name);
});

it('what is typed and picked stays in its own field', () => {
  show(company({ departments: [] }));
  enter(find<HTMLInputElement>('[name="website"]'), 'acme.test');
  click(findText('label', 'Pune'));
  click(findText('label', DEPARTMENTS[0]));
  expect(document.querySelectorAll('fieldset :checked')).toHaveLength(
    [DEPARTMENTS[0], ...fields.locations, 'Pune'].length,
  );
  expect(find<HTMLInputElement>('[name="company"]').value).toBe(fields.name);
  expect(find<HTMLInputElement>('[name="website"]').value).toBe('acme.test');
  const chips = [...document.querySelectorAll('fieldset')].map((group) =>
    [...group.querySelectorAll('[aria-label^="Remove"]')].map(({ textContent }) => textContent),
  );
  expect(chips.at(-1)).toEqual([...fields.locations, 'Pune']);
});

it.each([
  ['chosen', 'change', logoErrors.wrongSelection],
  ['dropped', 'drop', logoErrors.wrongDrop],
])('a file that is no image is refused in the words of how it was %s', (_, type, words) => {
  show(company());
  const files = [new File(['text'], 'logo.txt', { type: 'text/plain' })];
  const input = find<HTMLInputElement>('[type="file"]');
  Object.defineProperties(input, { files: { value: files }, value: { set: () => {} } });
  const event = Object.assign(new Event(type, { bubbles: true }), { dataTransfer: { files } });
  act(() => void input.dispatchEvent(event));
  expect(errorsShown()).toEqual({ '': words });
});

it.each([
  ['Next of the company', () => company()],
  ['Next of the person', () => person({}, 'four words that nobody guesses')],
  ['Done', () => profile({})],
])('%s says that it saves', (_, step) => {
  show(step());
  click(find('[type="submit"]'));
  expect(find('[type="submit"]').getAttribute('aria-busy')).toBe('true');
});

it('a description may be longer than a name', () => {
  show(profile({}));
  expect(find<HTMLTextAreaElement>('[name="about"]').maxLength).toBe(ABOUT_LENGTH_MAX);
});

it('a password that is too common is refused with its reason, and has the focus', async () => {
  const completeUser = fromPromise<
    CompleteUserResult,
    { userId: string; name: string; password: string }
  >(async () => ({
    ok: false,
    reason: 'common',
  }));
  const machine = personStepMachine.provide({ actors: { ...actors, completeUser } });
  const input = inputOf({}, 'password1');
  show(<PersonStep actor={createActor(machine, { input }).start()} />);
  click(find('[type="submit"]'));
  await waitFor(() => expect(errorsShown()).toEqual({ password: signUpContent.about.common }));
  await waitFor(() => expect(focused()).toBe('password'));
});

it('who goes past an empty password is told', () => {
  show(person({}, ''));
  act(() => find('[name="password"]').focus());
  act(() => find('[name="password"]').blur());
  expect(errorsShown()).toEqual({ password: personErrors.passwordMissing });
});

/** A step whose account is set up. */
const accepted = <Machine extends typeof companyStepMachine | typeof personStepMachine>(
  machine: Machine,
) =>
  createActor(machine.provide({ actors } as never), {
    input: {
      ...inputOf(),
      state: {
        ...account,
        isAccepted: true,
        fields: { ...fields, locations: ['Delhi', 'Pune'] },
        password: '',
      },
    },
  } as never).start() as never;

it.each([
  [
    'company',
    () => <CompanyStep actor={accepted(companyStepMachine)} />,
    Object.values(companyOf({ ...fields, locations: ['Delhi', 'Pune'] })).map((value) =>
      typeof value === 'string' ? value : value.join(', '),
    ),
  ],
  ['person', () => <PersonStep actor={accepted(personStepMachine)} />, [fields.personName, email]],
])('nothing of an accepted account can be changed: the %s', (_, step, values) => {
  show(step());
  findText('p *', signUpContent.readOnly);
  const inputs = [...document.querySelectorAll('input')];
  expect(inputs.length).toBeGreaterThan(1);
  expect(inputs.filter(({ readOnly }) => !readOnly)).toEqual([]);
  expect(inputs.map(({ value }) => value)).toEqual(values);
});

const { missing, retry, retrying } = signUpContent.about;

it.each([
  ['the company', { companyId: undefined, userId: undefined }, missing.company],
  ['the user', { userId: undefined }, missing.user],
  ['the logo', { logoAddress: undefined }, missing.logo],
])('it is said what is missing of the account: %s', (_, lacks, words) => {
  show(incompletePerson(lacks));
  findText('p', words);
});

it.each([
  ['is created', { userId: undefined }, { account: 'retrying' }],
  ['waits for another logo', { logoAddress: undefined }, { account: 'incomplete' }],
])('when the server is back, what is missing of the account %s', async (_, lacks, state) => {
  const actor = startIncomplete(lacks);
  show(<PersonStep actor={actor} />);
  vi.useFakeTimers();
  void reportNoAnswer(vi.fn().mockResolvedValueOnce(false).mockResolvedValue(true));
  await act(() => vi.advanceTimersByTimeAsync(6 * MS_PER_S));
  vi.useRealTimers();
  expect(actor.getSnapshot().matches({ open: state } as never)).toBe(true);
});

it('what is missing of the account is created on request, and the focus goes on to the form', async () => {
  let create = () => {};
  const accountCreation = fromPromise(
    () =>
      new Promise((resolve) => {
        create = () => resolve({ ...account, isTicketRejected: false });
      }),
  ) as never;
  const machine = personStepMachine.provide({ actors: { ...actors, accountCreation } });
  show(
    <PersonStep
      actor={createActor(machine, {
        input: {
          ...inputOf(),
          state: { ...account, userId: undefined, fields, password: '' },
        },
      }).start()}
    />,
  );
  const button = findText('button', retry);
  button.focus();
  click(button);
  findText('p', retrying);
  expect(button.getAttribute('aria-busy')).toBe('true');
  create();
  await waitFor(() => expect(focused()).toBe('name'));
});
