import { type MouseEvent, useEffect, useRef } from 'react';

/**
 * Keeps the focus in a list whose buttons are replaced by what they open. When the list is idle again and
 * nothing has the focus, it returns to the button that was pressed last, or else to the heading. A list
 * in which nothing was pressed takes no focus.
 */
export const useReturnFocus = (isIdle: boolean) => {
  const heading = useRef<HTMLHeadingElement>(null);
  const lastPressed = useRef<string>(undefined);

  useEffect(() => {
    const id = lastPressed.current;
    if (!isIdle || id === undefined || document.activeElement !== document.body) return;
    (document.getElementById(id) ?? heading.current)?.focus();
  }, [isIdle]);

  return {
    heading,
    onClickCapture({ target }: MouseEvent) {
      const button = target instanceof Element ? target.closest('button') : null;
      if (button && (isIdle || lastPressed.current === undefined)) lastPressed.current = button.id;
    },
  };
};
