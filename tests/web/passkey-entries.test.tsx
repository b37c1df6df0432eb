// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { endpoints } from '#contract/calls/endpoints.ts';
import { passkeyListContent as words } from '#web/content/passkey-list.ts';
import { passkeyList, passkeyListOptions } from '#web/flows/passkey-list.ts';
import { PasskeyEntries } from '#web/forms/passkey-entries.tsx';
import { click, enter, find, findText, show, waitFor } from './ui/render-component.tsx';

const passkey = (id: string, lastUsedAt?: string) => ({
  id,
  name: id,
  createdAt: '2026-01-02T10:00:00.000Z',
  lastUsedAt,
  isBackedUp: lastUsedAt !== undefined,
  endsWithReset: false,
});

afterEach(() => vi.unstubAllGlobals());

/** The network: a list, and changes that wait. */
const answer = async (address: string, { method = 'GET' } = {}): Promise<Response> => {
  if (address.endsWith(endpoints.xsrf[1])) return Response.json({ token: 't' });
  const passkeys = [passkey('Laptop', '2026-03-04T10:00:00.000Z'), passkey('Phone')];
  return method === 'GET' ? Response.json({ passkeys }) : new Promise(() => {});
};

const showList = () => {
  const actor = createActor(passkeyList, passkeyListOptions('asha@acme.example'));
  show(<PasskeyEntries actor={actor.start()} isReset={false} none={words.none} />);
};

const showPasskeys = async () => {
  vi.stubGlobal('fetch', answer);
  showList();
  await waitFor(() => findText('button', words.rename));
};

/** The names of the buttons that can be pressed, in order. */
const usable = () =>
  [...document.querySelectorAll('button:not(:disabled)')].map(
    (button) => button.getAttribute('aria-label') ?? button.textContent,
  );

it('a passkey says when it was created and last used', async () => {
  await showPasskeys();
  const { textContent } = document.body;
  expect(textContent).toContain('Created 2 Jan 2026 · last used 4 Mar 2026 · synced');
  expect(textContent).toContain('Created 2 Jan 2026 · not used yet');
});

it('who renames a passkey goes on in its name, is told of one that is none, and can leave', async () => {
  await showPasskeys();
  const ofLaptop = [`${words.rename} Laptop`, `${words.remove} Laptop`];
  const ofPhone = [`${words.rename} Phone`, `${words.remove} Phone`];
  expect(usable()).toEqual([...ofLaptop, ...ofPhone]);
  click(find('#rename-Laptop'));
  // Those of the other passkey wait.
  expect(usable()).toEqual([words.save, words.cancel]);
  const name = find<HTMLInputElement>('input');
  expect([document.activeElement, name.value]).toEqual([name, 'Laptop']);
  enter(name, ' ');
  const isLeft = vi.fn(({ defaultPrevented }: Event) => !defaultPrevented);
  addEventListener('submit', isLeft, { once: true });
  click(findText('button', words.save));
  expect(isLeft).toHaveReturnedWith(false);
  findText('[aria-live] *', words.nameInvalid);
  click(findText('button', words.cancel));
  expect(usable()).toEqual([...ofLaptop, ...ofPhone]);
});

it('a name stays as it is sent, and the form open, until the answer', async () => {
  await showPasskeys();
  click(find('#rename-Laptop'));
  enter(find<HTMLInputElement>('input'), 'Work laptop');
  click(findText('button', words.save));
  expect(find<HTMLInputElement>('input').readOnly).toBe(true);
  expect(find('[type="submit"]').getAttribute('aria-busy')).toBe('true');
  expect(findText('button', words.cancel)).toHaveProperty('disabled', true);
});

it('before a passkey is removed, the safe choice has the focus; what was confirmed is not left', async () => {
  await showPasskeys();
  click(find('#remove-Phone'));
  expect(find('[role="group"]').getAttribute('aria-label')).toBe(`${words.remove} Phone`);
  findText('[role="group"] p', words.confirmRemoval.join('Phone'));
  const [remove, keep] = document.querySelectorAll<HTMLButtonElement>('[role="group"] button');
  expect([document.activeElement, keep?.disabled]).toEqual([keep, false]);
  click(remove as HTMLButtonElement);
  expect([remove?.getAttribute('aria-busy'), keep?.disabled]).toEqual(['true', true]);
});

it('a list says that it is empty once that is known, and can be loaded again', async () => {
  const responses: ((response: Response) => void)[] = [];
  vi.stubGlobal('fetch', () => new Promise((respond) => responses.push(respond)));
  showList();
  expect(document.body.textContent).toBe(words.loading);
  await waitFor(() => expect(responses).toHaveLength(1));
  responses[0]?.(new Response('', { status: 500 }));
  await waitFor(() => findText('[role="alert"]', words.unavailable));
  expect(document.body.textContent).not.toContain(words.none);
  click(findText('button', words.retry));
  await waitFor(() => expect(responses).toHaveLength(2));
  responses[1]?.(Response.json({ passkeys: [] }));
  await waitFor(() => findText('p', words.none));
});
