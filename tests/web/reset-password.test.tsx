// @vitest-environment happy-dom
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { newPasswordContent } from '#web/content/new-password.ts';
import ResetPassword from '#web/pages/reset-password/reset-password.tsx';
import { click, enter, find, findText, show } from './ui/render-component.tsx';

vi.mock('#web/api/calls/login.ts', async (load) => ({
  ...(await load<object>()),
  changePassword: async () => ({ ok: false, reason: 'stale' }),
}));

const PASSWORD = 'four words that nobody guesses';

it('password managers suggest a new password for both fields, and fill in no old one', () => {
  show(<ResetPassword />);
  const fields = [...document.querySelectorAll<HTMLInputElement>('[type="password"]')];
  expect(fields.map(({ autocomplete }) => autocomplete)).toEqual(['new-password', 'new-password']);
});

it('who comes too late for a new password is led to another code', async () => {
  history.replaceState({ id: crypto.randomUUID() }, '');
  show(<ResetPassword />);
  for (const name of ['new-password', 'confirm-password'])
    enter(find<HTMLInputElement>(`[name="${name}"]`), PASSWORD);
  click(find('[type="submit"]'));
  await act(async () => {});
  const way = findText('a', newPasswordContent.stale[1]);
  expect(way.getAttribute('href')).toMatch(/\/forgotPassword$/);
});
