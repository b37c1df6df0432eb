// @vitest-environment happy-dom
import { act, type ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { useIsOffline } from '#web/platform/connection.ts';
import { createStore, useStore } from '#web/platform/create-store.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const plan = createStore('none');
const Plan = (): ReactNode => <p>{useStore(plan)}</p>;
const Connection = (): ReactNode => <p>{useIsOffline() ? 'offline' : 'online'}</p>;

test.each<[string, () => ReactNode, () => void, string]>([
  ['a value that has changed', Plan, () => plan.set('pro'), 'pro'],
  [
    'a connection that is lost',
    Connection,
    () => void vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false),
    'offline',
  ],
])(
  '%s before the app runs is shown after the page was hydrated as it is',
  async (_, View, change, shown) => {
    const container = document.createElement('div');
    container.innerHTML = renderToString(<View />);
    const prerendered = container.firstElementChild;
    expect(container.textContent).not.toBe(shown);
    change();
    const onRecoverableError = vi.fn();
    const root = await act(() => hydrateRoot(container, <View />, { onRecoverableError }));
    expect(onRecoverableError).not.toHaveBeenCalled();
    expect(container.firstElementChild).toBe(prerendered);
    expect(container.textContent).toBe(shown);
    act(() => root.unmount());
    vi.restoreAllMocks();
  },
);

test('who has unsubscribed is told no more', () => {
  const listener = vi.fn();
  const end = plan.subscribe(listener);
  plan.set('starter');
  end();
  plan.set('pro');
  expect(listener).toHaveBeenCalledOnce();
});
