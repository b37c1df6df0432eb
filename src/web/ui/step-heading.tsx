import { type ReactNode, useEffect, useRef } from 'react';
import { isArriving } from '#web/arrival-focus.ts';

/**
 * The heading of a page or of a step. When it appears, the page begins at its top, for the eye and,
 * by focus, for a screen reader; the first page of a visit begins at the document's own beginning, which may be
 * scrolled already when the script comes.
 */
export const StepHeading = ({ children }: { children: ReactNode }) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isArriving()) return;
    scrollTo({ top: 0, behavior: 'instant' });
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
};
