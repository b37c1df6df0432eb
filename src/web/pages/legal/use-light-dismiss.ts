import { type RefObject, useEffect } from 'react';

/**
 * Closes an open `<details>` that overlays the page: on Escape, which returns focus to its summary,
 * on a press outside of it, and when focus leaves it.
 */
export const useLightDismiss = (opened: RefObject<HTMLDetailsElement | null>): void => {
  useEffect(() => {
    const details = opened.current;
    if (!details) return;
    const close = () => details.removeAttribute('open');
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || !details.open) return;
      close();
      details.querySelector('summary')?.focus();
    };
    const closeUnlessInside = ({ target }: Event) => {
      if (target instanceof Node && !details.contains(target)) close();
    };
    // After the focus change: a browser crashed when the element that loses focus disappeared during it.
    const onFocusIn = (event: Event) => requestAnimationFrame(() => closeUnlessInside(event));
    addEventListener('keydown', onKeyDown);
    addEventListener('pointerdown', closeUnlessInside);
    addEventListener('focusin', onFocusIn);
    return () => {
      removeEventListener('keydown', onKeyDown);
      removeEventListener('pointerdown', closeUnlessInside);
      removeEventListener('focusin', onFocusIn);
    };
  }, [opened]);
};
