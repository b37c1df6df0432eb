// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { showToast } from '#web/ui/toast.ts';
import { Toaster } from '#web/ui/toaster.tsx';
import { registerToaster, ToasterOutlet } from '#web/ui/toaster-outlet.tsx';
import { find, show } from './render-component.tsx';

test('the toaster appears with the first page that registers it, and survives the next registration', () => {
  show(<ToasterOutlet />);
  expect(document.querySelector('[role=status]')).toBeNull();
  act(() => registerToaster(Toaster));
  const status = find('[role=status]');
  act(() => showToast('status', 'OTP has been sent to a@b.in'));
  expect(status.textContent).toBe('OTP has been sent to a@b.in');
  // Another page with toasts registers the toaster again.
  act(() => registerToaster(Toaster));
  expect(find('[role=status]')).toBe(status);
  expect(status.textContent).toBe('OTP has been sent to a@b.in');
});

test('a script that comes after the page does not render the toaster in the task of its evaluation', () => {
  vi.useFakeTimers();
  vi.stubGlobal('isMounting', true);
  const Later = () => <p>later</p>;
  show(<ToasterOutlet />);
  act(() => registerToaster(Later));
  expect(document.body.textContent).not.toContain('later');
  act(() => vi.runAllTimers());
  expect(find('p').textContent).toBe('later');
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
