import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { resolveValue, useToaster } from 'react-hot-toast/headless';
import { Icon } from './icon.tsx';
import { dismissToast } from './toast.ts';
import { useToastHost } from './toast-host.ts';
import styles from './toaster.module.css';

/**
 * Where toasts appear, once a page: top right, paused under pointer
 * and focus, dismissable, Alt+T moves focus to the newest. Its two live regions are there before
 * any text, because a region that is inserted with its text isn't announced.
 */
export const Toaster = () => {
  const { toasts, handlers } = useToaster();
  const host = useToastHost();
  const list = useRef<HTMLOListElement>(null);
  const cameFrom = useRef<HTMLElement | null>(null);
  const holds = useRef(new Set<'pointer' | 'focus'>());

  useEffect(() => {
    const focusNewest = (event: KeyboardEvent) => {
      const newest = list.current?.firstElementChild;
      // By place on the keyboard: with Alt, macOS types another letter.
      const isShortcut = event.altKey && !event.ctrlKey && !event.metaKey && event.code === 'KeyT';
      if (!isShortcut || !(newest instanceof HTMLElement)) return;
      event.preventDefault();
      const { activeElement } = document;
      if (activeElement instanceof HTMLElement && !list.current?.contains(activeElement))
        cameFrom.current = activeElement;
      newest.focus();
    };
    document.addEventListener('keydown', focusNewest);
    return () => document.removeEventListener('keydown', focusNewest);
  }, []);

  const hold = (reason: 'pointer' | 'focus') => {
    if (holds.current.size === 0) handlers.startPause();
    holds.current.add(reason);
  };
  const release = (reason: 'pointer' | 'focus') => {
    if (holds.current.delete(reason) && holds.current.size === 0) handlers.endPause();
  };
  const dismiss = (id: string) => {
    dismissToast(id);
    // What leaves the page under pointer or focus may send no event that ends the pause.
    holds.current.clear();
    handlers.endPause();
    cameFrom.current?.focus();
    cameFrom.current = null;
  };

  const shown = toasts.filter((toast) => toast.visible);
  const mirror = (isAlert: boolean) =>
    shown
      .filter((toast) => (toast.type === 'error') === isAlert)
      .map((toast) => (
        <p key={`${toast.id} ${toast.createdAt}`}>{resolveValue(toast.message, toast)}</p>
      ));

  const region = (
    <div className={styles['region']}>
      <div className={styles['spoken']} role="status" aria-atomic="false">
        {mirror(false)}
      </div>
      <div className={styles['spoken']} role="alert" aria-atomic="false">
        {mirror(true)}
      </div>
      {toasts.length > 0 && (
        <section aria-label="Notifications">
          <ol
            ref={list}
            className={styles['list']}
            onPointerEnter={() => hold('pointer')}
            onPointerLeave={() => release('pointer')}
            onFocus={() => hold('focus')}
            onBlur={() => release('focus')}
          >
            {toasts.map((toast) => (
              <li
                key={toast.id}
                className={`${styles['toast']} ${styles[toast.type]} ${toast.visible ? '' : styles['leaving']}`}
                tabIndex={-1}
              >
                <span className={styles['icon']}>
                  <Icon name={toast.type === 'error' ? 'warning' : 'check'} />
                </span>
                <p className={styles['text']}>{resolveValue(toast.message, toast)}</p>
                <button
                  type="button"
                  className={styles['dismiss']}
                  aria-label="Dismiss"
                  onClick={() => dismiss(toast.id)}
                >
                  <Icon name="cross" size="small" />
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
