// @vitest-environment happy-dom
import { type FormEvent, useEffect, useState } from 'react';
import { renderToString } from 'react-dom/server';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { OTHER_ROUTE_KEY, ROOT_ID } from '#web/platform/dom-contract.ts';
import { find } from './ui/render-component.tsx';

// React renders by itself, as in a browser.
beforeAll(() => void Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false }));

const submit = vi.fn();

const Page = ({ onMounted }: { onMounted: () => void }) => {
  const [name, setName] = useState('');
  const [isAccepted, setAccepted] = useState(false);
  const [country, setCountry] = useState('in');
  useEffect(onMounted, [onMounted]);
  const send = (event: FormEvent) => {
    event.preventDefault();
    submit({ name, isAccepted, country });
  };
  return (
    <form onSubmit={send}>
      <input name="name" value={name} onChange={({ target }) => setName(target.value)} />
      <input
        name="terms"
        type="checkbox"
        checked={isAccepted}
        onChange={({ target }) => setAccepted(target.checked)}
      />
      <select name="country" value={country} onChange={({ target }) => setCountry(target.value)}>
        <option value="in">India</option>
        <option value="ae">Emirates</option>
      </select>
    </form>
  );
};

const name = () => find<HTMLInputElement>('[name="name"]');

/** The prerendered page, which the visitor fills in and submits before the app runs. */
beforeEach(() => {
  vi.resetModules();
  submit.mockClear();
  document.documentElement.dataset[OTHER_ROUTE_KEY] = '';
  document.body.innerHTML = `<div id="${ROOT_ID}">${renderToString(<Page onMounted={() => {}} />)}</div>`;
  name().value = 'Asha Rao';
  name().focus();
  name().setSelectionRange(0, 4);
  find<HTMLInputElement>('[name="terms"]').checked = true;
  find<HTMLSelectElement>('select').value = 'ae';
  globalThis.earlyInput = [find('form')];
});

const mount = async (isLoaded: boolean) => {
  const { mountApp } = await import('#web/boot/mount-app.ts');
  mountApp((onMounted) => <Page onMounted={onMounted} />, isLoaded);
  await vi.waitFor(() => expect(globalThis.earlyInput).toBeUndefined());
};

it.each([
  ['that React hydrates is sent', true],
  ['that React renders anew can be sent', false],
])('what was filled in on a page %s as it was', async (_, isLoaded) => {
  const prerendered = name();
  await mount(isLoaded);
  expect(name() === prerendered).toBe(isLoaded);
  if (!isLoaded) find<HTMLFormElement>('form').requestSubmit();
  expect(submit.mock.calls).toEqual([[{ name: 'Asha Rao', isAccepted: true, country: 'ae' }]]);
  expect(document.activeElement).toBe(name());
  expect([name().selectionStart, name().selectionEnd]).toEqual([0, 4]);
});

it('the page is laid out as a whole, and shown, once it is mounted', async () => {
  globalThis.renderDeferred = vi.fn();
  await mount(true);
  expect(globalThis.renderDeferred).toHaveBeenCalledOnce();
  expect(document.documentElement.dataset[OTHER_ROUTE_KEY]).toBeUndefined();
  globalThis.renderDeferred = undefined;
});
