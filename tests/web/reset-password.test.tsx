// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import ResetPassword from '#web/pages/reset-password/reset-password.tsx';
import { show } from './ui/render-component.tsx';

it('password managers suggest a new password for both fields, and fill in no old one', () => {
  show(<ResetPassword />);
  const fields = [...document.querySelectorAll<HTMLInputElement>('[type="password"]')];
  expect(fields.map(({ autocomplete }) => autocomplete)).toEqual(['new-password', 'new-password']);
});
