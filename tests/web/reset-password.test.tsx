// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { endpoints } from '#contract/calls/endpoints.ts';
import { passwordErrors } from '#web/content/forms.ts';
import { newPasswordContent } from '#web/content/new-password.ts';
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
