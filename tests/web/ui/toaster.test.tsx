// @vitest-environment happy-dom
import { act } from 'react';
import { toast } from 'react-hot-toast/headless';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TOAST_MS } from '#contract/limits.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { showToast } from '#web/ui/toast.ts';
import { Toaster } from '#web/ui/toaster.tsx';
import { click, find, press, show } from './stage.tsx';

/** Longer than any toast takes to fade. */
const FADED_MS = 1000;

const shown = () => [...document.querySelectorAll('li p')].map((text) => text.textContent);
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));
/** Lets that time pass, and then what leaves fade. */
const waitAndFade = (ms: number) => {
  wait(ms);
  wait(FADED_MS);
};
const tell = (...args: Parameters<typeof showToast>) => act(() => showToast(...args));
const pointer = (type: string) =>
  act(() => {
    // React makes enter and leave from over and out.
    find('ol').dispatchEvent(new PointerEvent(type, { bubbles: true }));
  });

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  act(() => toast.removeAll());
  vi.useRealTimers();
});

describe('toaster', () => {
  it('shows what is in a toast as text, whatever is in it', () => {
    const email = '<img src=x onerror=alert(1)>\u202E@acme.example';
    show(<Toaster />);
    tell('status', `OTP has been sent to ${email}`);
    expect(shown()).toEqual([`OTP has been sent to ${email}`]);
    expect(document.querySelector('img')).toBeNull();
  });

  it('has its live regions before there is anything to say', () => {
    show(<Toaster />);
    const [status, alert] = [find('[role=status]'), find('[role=alert]')];
    tell('status', 'OTP has been sent to a@b.in');
    tell('alert', 'Error creating company or user.');
    expect(find('[role=status]')).toBe(status);
    expect(status.textContent).toBe('OTP has been sent to a@b.in');
    expect(alert.textContent).toBe('Error creating company or user.');
  });

  it('shows a toast for five seconds', () => {
    show(<Toaster />);
    tell('status', 'Sent');
    wait(TOAST_MS - 1);
    expect(shown()).toEqual(['Sent']);
    waitAndFade(1);
    expect(shown()).toEqual([]);
    expect(find('[role=status]').textContent).toBe('');
  });

  it('shows the same text once', () => {
    show(<Toaster />);
    tell('status', 'Sent');
    tell('status', 'Sent');
    expect(shown()).toEqual(['Sent']);
  });

  it('keeps a toast while the pointer or focus is on it', () => {
    show(<Toaster />);
    tell('status', 'Sent');
    pointer('pointerover');
    act(() => find('li').focus());
    pointer('pointerout');
    wait(TOAST_MS * 2);
    expect(shown()).toEqual(['Sent']);
    act(() => find('li').blur());
    waitAndFade(TOAST_MS);
    expect(shown()).toEqual([]);
  });

  it('moves focus to the newest toast with Alt+T, and back once it is dismissed', () => {
    show(
      <>
        <button type="button" id="next">
          Next
        </button>
        <Toaster />
      </>,
    );
    tell('status', 'First');
    tell('alert', 'Second');
    act(() => find('#next').focus());
    // What macOS types with Alt+T.
    press('†', { altKey: true, code: 'KeyT' });
    expect(document.activeElement?.textContent).toBe('Second');
    click(find('li button[aria-label="Dismiss"]'));
    wait(FADED_MS);
    expect(shown()).toEqual(['First']);
    expect(document.activeElement).toBe(find('#next'));
  });

  it('lets time run again after a toast under the pointer was dismissed', () => {
    show(<Toaster />);
    tell('status', 'First');
    pointer('pointerover');
    click(find('li button'));
    wait(FADED_MS);
    tell('status', 'Second');
    waitAndFade(TOAST_MS);
    expect(shown()).toEqual([]);
  });

  it('shows toasts inside an open dialog, because what lies outside is out of reach', () => {
    show(
      <>
        <AlertDialog text="Read this" onClose={() => {}} />
        <Toaster />
      </>,
    );
    tell('status', 'Sent');
    expect(find('dialog').contains(find('li'))).toBe(true);
    expect(find('dialog [role=status]').textContent).toBe('Sent');
  });
});

describe('alert dialog', () => {
  it('is a named alertdialog with OK, and closes by it', () => {
    const onClose = vi.fn();
    show(<AlertDialog text="Invitation mail can't be sent" onClose={onClose} />);
    const dialog = find('[role=alertdialog]');
    const name = document.getElementById(dialog.getAttribute('aria-labelledby') ?? '');
    expect(name?.textContent).toBe("Invitation mail can't be sent");
    click(find('dialog button'));
    expect(onClose).toHaveBeenCalledOnce();
  });
});
