// @vitest-environment happy-dom
import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import {
  DEMO_MESSAGE_LENGTH_MAX,
  type DemoFields,
  type DemoForm as Form,
} from '#contract/demo-request.ts';
import { demoFormContent } from '#contract/demo-request-content.ts';
import { contactPrompt } from '#contract/email.ts';
import { demoRequestMachine } from '#machines/demo-request.ts';
import { DemoForm } from '#web/pages/demo/demo-form.tsx';
import { click, enter, find, findText, show, waitFor } from './ui/render-component.tsx';

const WARNING = 'Please use a valid company email address.';

const never = fromPromise<never>(() => new Promise(() => {})) as never;
const machine = demoRequestMachine.provide({
  actors: { notifier: fromCallback(() => {}), sendRequest: never },
});

const showForm = (form: Form, fields: Partial<DemoFields> = {}, logic = machine) => {
  const actor = createActor(logic, { input: { form, email: '', fields } });
  show(<DemoForm actor={actor.start()} />);
};

const type = (email: string) => enter(find<HTMLInputElement>('[name="email"]'), email);
const texts = () => document.body.textContent;

describe.each([
  ['page', 'asha@acme.gmail.com'],
  ['campaign', 'asha@mygmail.example'],
] as const)('the demo form of the %s', (form, refused) => {
  it.each(['asha', 'asha@acme', refused])('warns of %s while it is typed', (email) => {
    showForm(form);
    type(email);
    expect(texts()).toContain(WARNING);
    expect(find('[name="email"]').getAttribute('aria-invalid')).toBe('true');
  });

  it('warns of nothing once the address is valid, or empty again', () => {
    showForm(form);
    for (const email of ['asha@acme.example', '', ' ']) {
      type(refused);
      type(email);
      expect([email, texts().includes(WARNING)]).toEqual([email, false]);
    }
  });

  it('says nothing of the other fields before a try', () => {
    showForm(form);
    type(refused);
    expect(document.querySelectorAll('[aria-invalid="true"]').length).toBe(1);
  });
});

it('the campaign takes an address of a free host that its own rule does not name', () => {
  showForm('campaign');
  type('asha@icloud.com');
  expect(texts()).not.toContain(WARNING);
});

it('what the campaign refuses of a phone number is said beside it, and nowhere else', () => {
  showForm('campaign', { name: 'Asha', organization: 'Acme', phone: '98765' });
  type('asha@acme.example');
  click(find('[type="submit"]'));
  const refused = [...document.querySelectorAll<HTMLInputElement>('[aria-invalid="true"]')];
  expect(refused.map(({ name }) => name)).toEqual(['phone']);
  expect(texts()).toContain(demoFormContent.errors.phone);
});

const ASHA = {
  name: 'Asha',
  email: 'asha@acme.example',
  organization: 'Acme',
  phone: '9876543210',
};

const field = (name: string) => find<HTMLInputElement>(`[name="${name}"]`);

it('who has a free address only is offered somebody to talk to, but not before it is typed', () => {
  showForm('page');
  const offers = ['asha@gm', 'asha@gmail.com', ASHA.email].map((email) => {
    type(email);
    return texts().includes(contactPrompt.noWorkEmail);
  });
  expect(offers).toEqual([false, true, false]);
});

it.each([
  ['name', demoFormContent.errors.name],
  ['email', demoFormContent.errors.emailMissing],
  ['organization', demoFormContent.errors.organization],
])('what is missing is said beside it, and has the focus: %s', async (name, words) => {
  showForm('campaign', { ...ASHA, [name]: ' ' });
  type(name === 'email' ? ' ' : ASHA.email);
  click(find('[type="submit"]'));
  expect(field(name).getAttribute('aria-invalid')).toBe('true');
  const ids = (field(name).getAttribute('aria-describedby') ?? '').split(' ');
  expect(ids.map((id) => document.getElementById(id)?.textContent)).toContain(words);
  await waitFor(() => expect(document.activeElement).toBe(field(name)));
});

it('what is typed stays in its own field', () => {
  showForm('page', ASHA);
  enter(field('message'), 'Five roles');
  act(() => {
    find<HTMLSelectElement>('select').value = '+1';
    find('select').dispatchEvent(new Event('change', { bubbles: true }));
  });
  expect([field('phone').value, field('message').value, field('dialCode').value]).toEqual([
    ASHA.phone,
    'Five roles',
    '+1',
  ]);
  expect(field('message').maxLength).toBe(DEMO_MESSAGE_LENGTH_MAX);
});

it('only a robot finds the field for robots', () => {
  showForm('page');
  expect([field('website').tabIndex, field('website').autocomplete]).toEqual([-1, 'off']);
  expect(field('website').closest('[aria-hidden="true"]')).not.toBeNull();
});

it('the policy beside the form is that of the privacy', () => {
  showForm('page');
  expect(findText('a', demoFormContent.privacy[1]).getAttribute('href')).toBe('/privacy');
});

it('the button keeps the focus while the request is sent, and says so', () => {
  showForm('campaign', ASHA);
  type(ASHA.email);
  find('[type="submit"]').focus();
  click(find('[type="submit"]'));
  const button = document.activeElement;
  expect([button?.getAttribute('aria-busy'), button?.hasAttribute('disabled')]).toEqual([
    'true',
    false,
  ]);
});

it('what a robot enters in its field is sent, so that the server knows it', () => {
  const send = vi.fn(() => new Promise<never>(() => {}));
  const sendRequest = fromPromise<never, { fields: DemoFields }>(send) as never;
  showForm('campaign', ASHA, machine.provide({ actors: { sendRequest } }));
  type(ASHA.email);
  enter(field('website'), 'https://robot.example');
  click(find('[type="submit"]'));
  expect(send.mock.lastCall).toMatchObject([
    { input: { fields: { website: 'https://robot.example' } } },
  ]);
});
