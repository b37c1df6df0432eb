import { type RefObject, useEffect } from 'react';

/**
 * Folds what lies open over a page: on Escape, which gives focus back to its line, on a press
 * outside of it, and when focus goes elsewhere.
 */
export const useFoldAway = (opened: RefObject<HTMLDetailsElement | null>): void => {
  useEffect(() => {
    const details = opened.current;
    if (!details) return;
    const fold = () => details.removeAttribute('open');
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || !details.open) return;
      fold();
      details.querySelector('summary')?.focus();
    };
    const foldUnlessInside = ({ target }: Event) => {
      if (target instanceof Node && !details.contains(target)) fold();
    };
    // Focus is still on its way: the browser has been seen to crash when its old place goes then.
    const onFocusIn = (event: Event) => requestAnimationFrame(() => foldUnlessInside(event));
    addEventListener('keydown', onKeyDown);
    addEventListener('pointerdown', foldUnlessInside);
    addEventListener('focusin', onFocusIn);
    return () => {
      removeEventListener('keydown', onKeyDown);
      removeEventListener('pointerdown', foldUnlessInside);
      removeEventListener('focusin', onFocusIn);
    };
  }, [opened]);
};
