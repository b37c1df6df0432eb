// @vitest-environment happy-dom
import { act, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AlertDialog } from '#web/forms/notice-board.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { check, warning } from '#web/ui/icon.tsx';
import { showToast, TOAST_MS } from '#web/ui/toast.ts';
import styles from '#web/ui/toaster.module.css';
import { Toaster } from '#web/ui/toaster.tsx';
import { click, find, press, show } from './render-component.tsx';

/** Longer than the fade-out. */
const FADE_MAX_MS = 1000;

const toastTexts = () => [...document.querySelectorAll('li p')].map((text) => text.textContent);
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));
/** Waits, and then until the fade-out is over. */
const waitAndFade = (ms: number) => {
  wait(ms);
  wait(FADE_MAX_MS);
};
const announce = (...args: Parameters<typeof showToast>) => act(() => showToast(...args));
const pointer = (type: string) =>
  act(() => {
    // React derives pointerenter and pointerleave from pointerover and pointerout.
    find('ol').dispatchEvent(new PointerEvent(type, { bubbles: true }));
  });

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  act(() => toast.removeAll());
  vi.useRealTimers();
});

/** The toaster, and a button that can have the focus. */
const showBesideButton = () =>
  show(
    <>
      <button type="button" id="next">
        Next
      </button>
      <Toaster />
    </>,
  );

describe('toaster', () => {
  it('renders markup in a toast as text', () => {
    const email = '<img src=x onerror=alert(1)>\u202E@acme.example';
    show(<Toaster />);
    announce('status', `OTP has been sent to ${email}`);
    expect(toastTexts()).toEqual([`OTP has been sent to ${email}`]);
    expect(document.querySelector('img')).toBeNull();
  });

  it('has live regions before there is a toast', () => {
    show(<Toaster />);
    const [status, alert] = [find('[role=status]'), find('[role=alert]')];
    announce('status', 'OTP has been sent to a@b.in');
    announce('alert', 'Error creating company or user.');
    expect(find('[role=status]')).toBe(status);
    expect(status.textContent).toBe('OTP has been sent to a@b.in');
    expect(alert.textContent).toBe('Error creating company or user.');
  });

  it('shows a toast for five seconds', () => {
    show(<Toaster />);
    announce('status', 'Sent');
    wait(5000 - 1);
    expect(toastTexts()).toEqual(['Sent']);
    const toasts = () => find('li').classList;
    expect(toasts().contains(styles['leaving'] ?? '')).toBe(false);
    wait(1);
    // It fades out, and is read no more.
    expect(toasts().contains(styles['leaving'] ?? '')).toBe(true);
    expect(find('[role=status]').textContent).toBe('');
    waitAndFade(1);
    expect(toastTexts()).toEqual([]);
    expect(find('[role=status]').textContent).toBe('');
  });

  it('shows a repeated text once', () => {
    show(<Toaster />);
    announce('status', 'Sent');
    const read = find('[role=status] p');
    wait(1);
    announce('status', 'Sent');
    expect(toastTexts()).toEqual(['Sent']);
    // A new element is read again.
    expect(find('[role=status] p')).not.toBe(read);
  });

  it('tells a failure from a success without colour, too', () => {
    show(<Toaster />);
    announce('status', 'Saved');
    announce('alert', 'Not sent');
    const looks = [...document.querySelectorAll('li')].map((toast) => [
      toast.querySelector('p')?.textContent,
      toast.querySelector('path')?.getAttribute('d'),
      toast.classList.contains(styles['error'] ?? ''),
      toast.getAttribute('tabindex'),
    ]);
    expect(looks).toEqual([
      ['Not sent', warning, true, '-1'],
      ['Saved', check, false, '-1'],
    ]);
  });

  it('keeps a toast under a pointer that has come back since one was dismissed', () => {
    show(<Toaster />);
    for (const text of ['First', 'Second']) announce('status', text);
    pointer('pointerover');
    click(find('li button'));
    wait(FADE_MAX_MS);
    pointer('pointerover');
    waitAndFade(TOAST_MS);
    expect(toastTexts()).toEqual(['First']);
  });

  it('takes failures away with the success after them, and nothing else', () => {
    show(<Toaster />);
    announce('status', 'Saved');
    announce('alert', 'Please enter the email before sending the OTP');
    announce('status', 'OTP has been sent to a@b.in');
    wait(FADE_MAX_MS);
    expect(toastTexts()).toEqual(['OTP has been sent to a@b.in', 'Saved']);
    announce('alert', 'Please enter the email before sending the OTP');
    expect(toastTexts()).toHaveLength(3);
  });

  it('keeps a toast under pointer or focus', () => {
    show(<Toaster />);
    announce('status', 'Sent');
    pointer('pointerover');
    act(() => find('li').focus());
    pointer('pointerout');
    waitAndFade(TOAST_MS * 2);
    expect(toastTexts()).toEqual(['Sent']);
    act(() => find('li').blur());
    waitAndFade(TOAST_MS);
    expect(toastTexts()).toEqual([]);
  });

  it('keeps a toast for all of its time after the pointer and the focus', () => {
    show(<Toaster />);
    announce('status', 'Sent');
    pointer('pointerover');
    wait(TOAST_MS);
    act(() => find('li').focus());
    pointer('pointerout');
    act(() => find('li').blur());
    waitAndFade(TOAST_MS - FADE_MAX_MS - 1);
    expect(toastTexts()).toEqual(['Sent']);
  });

  it('focuses the newest toast with Alt+T, and restores focus when it is dismissed', () => {
    showBesideButton();
    announce('status', 'First');
    announce('alert', 'Second');
    act(() => find('#next').focus());
    // The character that macOS produces for Alt+T.
    press('†', { altKey: true, code: 'KeyT' });
    expect(document.activeElement?.textContent).toBe('Second');
    click(find('li button[aria-label="Dismiss"]'));
    wait(FADE_MAX_MS);
    expect(toastTexts()).toEqual(['First']);
    expect(document.activeElement).toBe(find('#next'));
  });

  it('remembers where the focus was when Alt+T is pressed again', () => {
    showBesideButton();
    announce('status', 'First');
    act(() => find('#next').focus());
    for (const _ of [1, 2]) press('t', { altKey: true, code: 'KeyT' });
    click(find('li button[aria-label="Dismiss"]'));
    wait(FADE_MAX_MS);
    expect(document.activeElement).toBe(find('#next'));
  });

  it('resumes the timers when a toast under the pointer is dismissed', () => {
    show(<Toaster />);
    announce('status', 'First');
    pointer('pointerover');
    click(find('li button'));
    wait(FADE_MAX_MS);
    announce('status', 'Second');
    waitAndFade(TOAST_MS);
    expect(toastTexts()).toEqual([]);
  });

  it('shows toasts inside an open modal dialog, outside of which all is inert', () => {
    show(
      <>
        <AlertDialog text="Read this" onClose={() => {}} />
        <Toaster />
      </>,
    );
    announce('status', 'Sent');
    expect(find('dialog').contains(find('li'))).toBe(true);
    expect(find('dialog [role=status]').textContent).toBe('Sent');
  });
});

const Page = () => (
  <>
    <button type="button" id="next">
      Next
    </button>
    <button type="button" id="other">
      Other
    </button>
    <Toaster />
  </>
);

describe('the keys of the toaster', () => {
  it('are Alt+T alone, which types nothing', () => {
    show(<Page />);
    announce('status', 'Sent');
    act(() => find('#next').focus());
    // AltGr is Ctrl and Alt on Windows, and types a character on some keyboards.
    expect(press('t', { code: 'KeyT' })).toBe(true);
    for (const key of ['ctrlKey', 'metaKey'])
      expect(press('þ', { altKey: true, code: 'KeyT', [key]: true })).toBe(true);
    expect(document.activeElement).toBe(find('#next'));
    expect(press('t', { altKey: true, code: 'KeyT' })).toBe(false);
    expect(find('[aria-label="Notifications"]').contains(document.activeElement)).toBe(true);
  });

  it('give the focus back once', () => {
    show(<Page />);
    for (const text of ['First', 'Second']) announce('status', text);
    act(() => find('#next').focus());
    press('t', { altKey: true, code: 'KeyT' });
    click(find('li button'));
    wait(FADE_MAX_MS);
    act(() => find('#other').focus());
    click(find('li button'));
    expect(document.activeElement).toBe(find('#other'));
  });
});

describe('dialog', () => {
  const open = (onClose = vi.fn()) => (
    <>
      <Toaster />
      <Dialog open onClose={onClose} labelledBy="name">
        <button type="button" id="name">
          Close
        </button>
        <form>
          <input />
        </form>
      </Dialog>
    </>
  );
  it('starts in the first field of its form, and tells of Escape', () => {
    const onClose = vi.fn();
    const showModal = vi.spyOn(HTMLDialogElement.prototype, 'showModal');
    show(open(onClose));
    expect(showModal).toHaveBeenCalledOnce();
    expect(document.activeElement).toBe(find('dialog input'));
    // The late event of a dialog that is open again.
    act(() => void find('dialog').dispatchEvent(new Event('close')));
    expect(onClose).not.toHaveBeenCalled();
    act(() => find<HTMLDialogElement>('dialog').close());
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('is closed before it goes, which gives the focus back, and leaves the toasts', () => {
    const close = vi.spyOn(HTMLDialogElement.prototype, 'close');
    let set = (_isOpen: boolean) => {};
    const Opening = () => {
      const [isOpen, setOpen] = useState(true);
      set = setOpen;
      return isOpen ? open() : <Toaster />;
    };
    show(<Opening />);
    expect(close).not.toHaveBeenCalled();
    act(() => set(false));
    expect(close).toHaveBeenCalledOnce();
    announce('status', 'Saved');
    expect(toastTexts()).toEqual(['Saved']);
  });

  it('over another one shows the toasts', () => {
    show(
      <>
        {open()}
        <AlertDialog text="Not sent" onClose={vi.fn()} />
      </>,
    );
    announce('status', 'Saved');
    expect(find('[role="alertdialog"]').textContent).toContain('Saved');
  });
});

describe('alert dialog', () => {
  it('is a named alertdialog that OK closes', () => {
    const onClose = vi.fn();
    show(<AlertDialog text="Invitation mail can't be sent" onClose={onClose} />);
    const dialog = find('[role=alertdialog]');
    const name = document.getElementById(dialog.getAttribute('aria-labelledby') ?? '');
    expect(name?.textContent).toBe("Invitation mail can't be sent");
    click(find('dialog button'));
    expect(onClose).toHaveBeenCalledOnce();
  });
});
