// @vitest-environment happy-dom
import type { ReactElement } from 'react';
import { expect, it } from 'vitest';
import { createActor, type EventObject, fromCallback, fromPromise } from 'xstate';
import { HOUR_MS } from '#contract/durations.ts';
import { companyStepMachine } from '#machines/company-step.ts';
import { personStepMachine } from '#machines/person-step.ts';
import { profileStepMachine } from '#machines/profile-step.ts';
import type { SignUpFields, WizardStep } from '#machines/rules/sign-up.ts';
import { account, email, fields } from '#paths/options/wizard-steps.ts';
import { companyErrors, personErrors, profileErrors, signUpContent } from '#web/content/sign-up.ts';
import { CompanyStep } from '#web/pages/checkout/company-step.tsx';
import { PersonStep } from '#web/pages/checkout/person-step.tsx';
import { ProfileStep } from '#web/pages/checkout/profile-step.tsx';
import { click, find, findText, show } from './ui/render-component.tsx';

const actors = {
  stepHistory: fromCallback<EventObject, { step: WizardStep }>(() => {}),
  accountCreation: fromPromise<never>(() => new Promise(() => {})) as never,
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
    actor={createActor(personStepMachine.provide({ actors }), {
      input: inputOf(changed, password),
    }).start()}
  />
);
const profile = (changed: Partial<SignUpFields>) => (
  <ProfileStep
    actor={createActor(profileStepMachine.provide({ actors }), {
      input: inputOf(changed),
    }).start()}
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
  ['the address as password', () => person({}, email), { password: personErrors.isEmail }],
  [
    'the display name',
    () => profile({ displayName: TWO_LINES }),
    { 'display-name': profileErrors.displayNameInvalid },
  ],
  ['the description', () => profile({ about: '\v' }), { about: profileErrors.aboutInvalid }],
])('what is refused of %s is said beside it, and nowhere else', (_, step, errors) => {
  show(step());
  expect(errorsShown()).toEqual({});
  click(find('[type="submit"]'));
  expect(errorsShown()).toEqual(errors);
});

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
  const id = find('[type="submit"]').getAttribute('aria-describedby');
  expect(document.getElementById(id ?? '')?.textContent).toBe(
    'Still missing: Website, Departments you hire for',
  );
});

it('what is missing of the account is created on request', () => {
  const { userId: _, ...incomplete } = account;
  const actor = createActor(personStepMachine.provide({ actors }), {
    input: { ...inputOf(), state: { ...incomplete, fields, password: '' } },
  });
  show(<PersonStep actor={actor.start()} />);
  const { missing, retry, retrying } = signUpContent.about;
  findText('p', missing.user);
  click(findText('button', retry));
  findText('p', retrying);
});
