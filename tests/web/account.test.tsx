// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PASSKEYS_ID, SESSIONS_ID } from '#contract/account.ts';
import { fillPath } from '#contract/calls/call.ts';
import { endpoints } from '#contract/calls/endpoints.ts';
import { passkeyListContent as words } from '#web/content/passkey-list.ts';
import { reauthenticationContent } from '#web/content/reauthentication.ts';
import { sessionListContent } from '#web/content/session-list.ts';
import { mountAccount } from '#web/pages/account/account.tsx';
import { click, enter, find, findText, waitFor } from './ui/render-component.tsx';

beforeEach(() => {
  vi.stubGlobal('fetch', async (address: string) => {
    if (address.endsWith(endpoints.xsrf[1])) return Response.json({ token: 't' });
    return Response.json({ passkeys: [], sessions: [] });
  });
});
afterEach(() => vi.unstubAllGlobals());

/** Opens the page of the application with these cards. */
const open = async (...ids: string[]) => {
  for (const id of ids) document.body.append(Object.assign(document.createElement('div'), { id }));
  await act(async () => mountAccount('asha@acme.example'));
};

it('each list is shown in its own card, and a card that is missing breaks nothing', async () => {
  await open(SESSIONS_ID);
  findText(`#${SESSIONS_ID} h2`, sessionListContent.heading);
  document.body.replaceChildren();
  await open(PASSKEYS_ID, SESSIONS_ID);
  await waitFor(() => findText('p', words.none));
  findText(`#${PASSKEYS_ID} h2`, words.heading);
  findText(`#${SESSIONS_ID} h2`, sessionListContent.heading);
});

it('a browser without passkeys says so, and offers none', async () => {
  await open(PASSKEYS_ID);
  await waitFor(() => findText('p', words.none));
  findText('p', words.unsupported);
  expect(document.querySelectorAll('button')).toHaveLength(0);
});

/** A browser that keeps passkeys. */
const keepPasskeys = () => {
  const isUserVerifyingPlatformAuthenticatorAvailable = async () => true;
  const known = Object.assign(() => {}, { isUserVerifyingPlatformAuthenticatorAvailable });
  vi.stubGlobal('PublicKeyCredential', known);
};

it('a new passkey gets a name, and can be cancelled', async () => {
  keepPasskeys();
  await open(PASSKEYS_ID);
  await waitFor(() => expect(find<HTMLButtonElement>('button').disabled).toBe(false));
  expect(document.body.textContent).not.toContain(words.unsupported);
  click(findText('button', words.add));
  await waitFor(() => findText('label', words.newName));
  enter(find<HTMLInputElement>('input'), ' ');
  click(findText('button', words.create));
  findText('[aria-live] *', words.nameInvalid);
  click(findText('button', words.cancel));
  await waitFor(() => expect(findText('button', words.add).hasAttribute('disabled')).toBe(false));
  click(findText('button', words.add));
  await waitFor(() => findText('label', words.newName));
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  enter(find<HTMLInputElement>('input'), 'Laptop');
  click(findText('button', words.create));
  expect(find('[type="submit"]').getAttribute('aria-busy')).toBe('true');
});

const buttonTexts = () =>
  [...document.querySelectorAll('button')].map(({ textContent }) => textContent);

it('the button that adds a passkey waits for the list, goes while one is named, and has the focus again', async () => {
  keepPasskeys();
  let answer = (_: Response) => {};
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)));
  await open(PASSKEYS_ID);
  expect(findText('button', words.add).hasAttribute('disabled')).toBe(true);
  answer(Response.json({ passkeys: [] }));
  await waitFor(() => expect(findText('button', words.add).hasAttribute('disabled')).toBe(false));
  findText('button', words.add).focus();
  click(findText('button', words.add));
  await waitFor(() => findText('label', words.newName));
  expect(buttonTexts()).toEqual([words.create, words.cancel]);
  click(findText('button', words.cancel));
  await waitFor(() => expect(document.activeElement).toBe(findText('button', words.add)));
});

it('a passkey of the account can be renamed, and no password is about to remove it', async () => {
  const passkey = { id: 'p', name: 'Laptop', createdAt: '2026-01-02T10:00:00.000Z' };
  vi.stubGlobal('fetch', async () =>
    Response.json({ passkeys: [{ ...passkey, isBackedUp: false, endsWithReset: true }] }),
  );
  await open(PASSKEYS_ID);
  await waitFor(() => findText('button', words.rename));
  expect(document.body.textContent).not.toContain(words.reset.endsWithReset);
});

it('a passkey that needs a login first asks for the code that was sent to the account', async () => {
  keepPasskeys();
  await open(PASSKEYS_ID);
  await waitFor(() => expect(find<HTMLButtonElement>('button').disabled).toBe(false));
  click(findText('button', words.add));
  await waitFor(() => findText('label', words.newName));
  const sent: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    if (address.endsWith(endpoints.passkeyRegistrationOptions[1]))
      return Response.json({ error: { code: 'forbidden', message: '' } }, { status: 403 });
    sent.push(address);
    return Response.json({ token: 't', retryAfter: 30 });
  });
  click(findText('button', words.create));
  await waitFor(() => findText('[role="group"] p', reauthenticationContent.heading));
  await waitFor(() => find('fieldset'));
  const path = fillPath(endpoints.sendLoginCode[1], { email: 'asha@acme.example' });
  expect(sent.filter((address) => address.endsWith(path))).toHaveLength(1);
});
