import { clsx } from 'clsx/lite';
import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { resolveValue, useToaster } from 'react-hot-toast/headless';
import { check, cross, Icon, warning } from './icon.tsx';
import { dismissToast } from './toast.ts';
import styles from './toaster.module.css';
import { useToastHost } from './toaster-outlet.tsx';

/**
 * Renders the toasts, at the top right. They pause under pointer and focus, can be dismissed, and Alt+T
 * focuses the newest. The two live regions exist before any text, because screen readers ignore a
 * region that is inserted together with its text.
 */
export const Toaster = () => {
  const { toasts, handlers } = useToaster();
  const host = useToastHost();
  const list = useRef<HTMLOListElement>(null);
  const previousFocus = useRef<HTMLElement | null>(null);
  const pauseReasons = useRef(new Set<'pointer' | 'focus'>());

  useEffect(() => {
    const focusNewest = (event: KeyboardEvent) => {
      const newest = list.current?.firstElementChild;
      // `code` instead of `key`: with Alt, macOS produces another character.
      const isShortcut = event.altKey && !event.ctrlKey && !event.metaKey && event.code === 'KeyT';
      if (!isShortcut || !(newest instanceof HTMLElement)) return;
      event.preventDefault();
      const { activeElement } = document;
      if (activeElement instanceof HTMLElement && !list.current?.contains(activeElement))
        previousFocus.current = activeElement;
      newest.focus();
    };
    document.addEventListener('keydown', focusNewest);
    return () => document.removeEventListener('keydown', focusNewest);
  }, []);

  const pause = (reason: 'pointer' | 'focus') => {
    if (pauseReasons.current.size === 0) handlers.startPause();
    pauseReasons.current.add(reason);
  };
  const resume = (reason: 'pointer' | 'focus') => {
    if (pauseReasons.current.delete(reason) && pauseReasons.current.size === 0) handlers.endPause();
  };
  const dismiss = (id: string) => {
    dismissToast(id);
    // A removed element may fire neither `pointerleave` nor `blur`.
    pauseReasons.current.clear();
    handlers.endPause();
    previousFocus.current?.focus();
    previousFocus.current = null;
  };

  const visible = toasts.filter((toast) => toast.visible);
  const liveTexts = (isAlert: boolean) =>
    visible
      .filter((toast) => (toast.type === 'error') === isAlert)
      .map((toast) => (
        <p key={`${toast.id} ${toast.createdAt}`}>{resolveValue(toast.message, toast)}</p>
      ));

  const region = (
    <div className={styles['toaster']}>
      <div className={styles['live']} role="status" aria-atomic="false">
        {liveTexts(false)}
      </div>
      <div className={styles['live']} role="alert" aria-atomic="false">
        {liveTexts(true)}
      </div>
      {toasts.length > 0 && (
        <section aria-label="Notifications">
          <ol
            ref={list}
            className={styles['list']}
            onPointerEnter={() => pause('pointer')}
            onPointerLeave={() => resume('pointer')}
            onFocus={() => pause('focus')}
            onBlur={() => resume('focus')}
          >
            {toasts.map((toast) => (
              <li
                key={toast.id}
                className={clsx(
                  styles['toast'],
                  styles[toast.type],
                  !toast.visible && styles['leaving'],
                )}
                tabIndex={-1}
              >
                <span className={styles['icon']}>
                  <Icon path={toast.type === 'error' ? warning : check} />
                </span>
                <p className={styles['text']}>{resolveValue(toast.message, toast)}</p>
                <button
                  type="button"
                  className={styles['dismiss']}
                  aria-label="Dismiss"
                  onClick={() => dismiss(toast.id)}
                >
                  <Icon path={cross} size="small" />
                </button>
              </li>
            ))}
          </ol>
        </section>
      )}
    </div>
  );

  return host ? createPortal(region, host) : region;
};
