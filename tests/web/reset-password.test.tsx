// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { endpoints } from '#contract/calls/endpoints.ts';
import { passwordErrors } from '#web/content/forms.ts';
import { newPasswordContent } from '#web/content/new-password.ts';
import { passkeyListContent } from '#web/content/passkey-list.ts';
import ResetPassword from '#web/pages/reset-password/reset-password.tsx';
import { appAddresses } from '#web/platform/settings.ts';
import { click, enter, find, findText, show, waitFor } from './ui/render-component.tsx';

const PASSWORD = 'four words that nobody guesses';

const refuse = (code: string, status: number) => () =>
  Response.json({ error: { code, message: '' } }, { status });

/** A server that answers the change of the password in turn, and renews each session. */
const serve = (...answers: (() => Response | Promise<Response>)[]): void =>
  void vi.stubGlobal('fetch', async (address: string) => {
    if (address.endsWith(endpoints.xsrf[1])) return Response.json({ token: 't' });
    return address.endsWith(endpoints.updatePassword[1]) ? answers.shift()?.() : Response.json({});
  });

beforeEach(() => history.replaceState({ id: crypto.randomUUID() }, ''));
afterEach(() => vi.unstubAllGlobals());

const submit = () => {
  show(<ResetPassword />);
  for (const name of ['new-password', 'confirm-password'])
    enter(find<HTMLInputElement>(`[name="${name}"]`), PASSWORD);
  find('[type="submit"]').focus();
  click(find('[type="submit"]'));
};

it('password managers suggest a new password for both fields, and fill in no old one', () => {
  show(<ResetPassword />);
  const fields = [...document.querySelectorAll<HTMLInputElement>('[type="password"]')];
  expect(fields.map(({ autocomplete }) => autocomplete)).toEqual(['new-password', 'new-password']);
});

it('a password that is too short is marked once it is sent, with the reason', () => {
  show(<ResetPassword />);
  const password = find<HTMLInputElement>('[name="new-password"]');
  const confirmation = find<HTMLInputElement>('[name="confirm-password"]');
  enter(password, 'short');
  enter(confirmation, 'short');
  expect([password.value, confirmation.value]).toEqual(['short', 'short']);
  expect(document.body.textContent).not.toContain(passwordErrors.tooShort);
  click(find('[type="submit"]'));
  findText('[aria-live] *', passwordErrors.tooShort);
});

it('what is typed into one field stays out of the other', () => {
  show(<ResetPassword />);
  enter(find<HTMLInputElement>('[name="confirm-password"]'), PASSWORD);
  expect(find<HTMLInputElement>('[name="new-password"]').value).toBe('');
});

it('who comes too late for a new password is led to another code', async () => {
  // It is logged.
  vi.spyOn(console, 'warn').mockReturnValue();
  serve(refuse('forbidden', 403));
  submit();
  await waitFor(() => findText('a', newPasswordContent.stale[1]));
  const way = findText('a', newPasswordContent.stale[1]);
  expect(way.getAttribute('href')).toMatch(/\/forgotPassword$/);
});

it('a password that the server refuses is marked, and has the focus', async () => {
  // It is logged.
  vi.spyOn(console, 'warn').mockReturnValue();
  serve(refuse('password_refused', 400));
  submit();
  await waitFor(() => findText('[aria-live] *', newPasswordContent.refused));
  const field = find('[name="new-password"]');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  await waitFor(() => expect(document.activeElement).toBe(field));
});

it('the button keeps the focus while the password is changed, and says so', async () => {
  serve(() => new Promise(() => {}));
  submit();
  await waitFor(() => expect(find('[type="submit"]').getAttribute('aria-busy')).toBe('true'));
  expect(find('[type="submit"]').hasAttribute('disabled')).toBe(false);
});

it('a session that has expired on the page is renewed for the change', async () => {
  const assign = vi.spyOn(location, 'assign').mockReturnValue();
  serve(refuse('unauthenticated', 401), () => Response.json({ ATSEnabled: false }));
  submit();
  await waitFor(() => expect(assign.mock.calls).toEqual([[appAddresses.home]]));
});

const { reset } = passkeyListContent;

const passkey = (id: string, endsWithReset = false) => ({
  id,
  name: id,
  createdAt: '2026-01-02T10:00:00.000Z',
  isBackedUp: false,
  endsWithReset,
});

/** Opens the page for an account with these passkeys, which can be removed. */
const showPasskeys = async (...passkeys: object[]) => {
  let asked = 0;
  vi.stubGlobal('fetch', async (address: string, { method = 'GET' } = {}) => {
    if (address.endsWith(endpoints.xsrf[1])) return Response.json({ token: 't' });
    if (method === 'GET') asked += 1;
    return Response.json(method === 'GET' ? { passkeys: asked > 1 ? [] : passkeys } : {});
  });
  history.replaceState({ id: crypto.randomUUID(), email: 'asha@acme.example' }, '');
  show(<ResetPassword />);
  await waitFor(() => expect(asked).toBe(1));
  await act(async () => vi.dynamicImportSettled());
};

it('beside a new password are the passkeys of the account, with a mark at those that it removes', async () => {
  await showPasskeys(passkey('Laptop', true), passkey('Phone'));
  await waitFor(() => findText('h2', reset.heading));
  const [laptop, phone] = ['Laptop', 'Phone'].map((id) => find(`#remove-${id}`).closest('li'));
  expect(laptop?.textContent).toContain(reset.endsWithReset);
  expect(phone?.textContent).not.toContain(reset.endsWithReset);
  // They are there to be removed.
  expect([...document.querySelectorAll('li button')]).toHaveLength(2);
});

it('an account without passkeys sees nothing of them', async () => {
  await showPasskeys();
  expect(document.querySelector('h2')).toBeNull();
  expect(document.body.textContent).not.toContain(reset.noneLeft);
});

it('when the last passkey was removed, that is said, and the heading takes the focus', async () => {
  await showPasskeys(passkey('Laptop'));
  await waitFor(() => find('#remove-Laptop'));
  find('#remove-Laptop').focus();
  click(find('#remove-Laptop'));
  click(findText('[role="group"] button', passkeyListContent.remove));
  await waitFor(() => findText('p', reset.noneLeft));
  await waitFor(() => expect(document.activeElement).toBe(findText('h2', reset.heading)));
});

it('a new password can be set although the script of the passkeys does not load', async () => {
  vi.doMock('#web/pages/reset-password/reset-passkeys.tsx', () => {
    throw new Error('no network');
  });
  vi.resetModules();
  const { default: Page } = await import('#web/pages/reset-password/reset-password.tsx');
  history.replaceState({ id: crypto.randomUUID(), email: 'asha@acme.example' }, '');
  show(<Page />);
  await act(async () => vi.dynamicImportSettled());
  vi.doUnmock('#web/pages/reset-password/reset-passkeys.tsx');
  findText('button', newPasswordContent.submit);
});
