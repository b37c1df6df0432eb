// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test } from 'vitest';
import { showToast } from '#web/ui/toast.ts';
import { Toaster } from '#web/ui/toaster.tsx';
import { bringToaster, ToasterPlace } from '#web/ui/toaster-place.tsx';
import { find, show } from './stage.tsx';

test('toasts come with the first page that has any, and outlive it', () => {
  show(<ToasterPlace />);
  expect(document.querySelector('[role=status]')).toBeNull();
  act(() => bringToaster(Toaster));
  const status = find('[role=status]');
  act(() => showToast('status', 'OTP has been sent to a@b.in'));
  expect(status.textContent).toBe('OTP has been sent to a@b.in');
  // The next page that has some brings them again.
  act(() => bringToaster(Toaster));
  expect(find('[role=status]')).toBe(status);
  expect(status.textContent).toBe('OTP has been sent to a@b.in');
});
