// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import type { DemoFields, DemoForm as Form } from '#contract/demo-request.ts';
import { demoFormContent } from '#contract/demo-request-content.ts';
import { demoRequestMachine } from '#machines/demo-request.ts';
import { DemoForm } from '#web/pages/demo/demo-form.tsx';
import { click, enter, find, show } from './ui/render-component.tsx';

const WARNING = 'Please use a valid company email address.';

const machine = demoRequestMachine.provide({ actors: { notifier: fromCallback(() => {}) } });

const showForm = (form: Form, fields: Partial<DemoFields> = {}) => {
  const actor = createActor(machine, { input: { form, email: '', fields } });
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
