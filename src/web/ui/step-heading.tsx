import { type ReactNode, useEffect, useRef } from 'react';

/**
 * The heading of a page or of a step. When it appears, the page begins at its top, for the eye and,
 * by focus, for a screen reader.
 */
export const StepHeading = ({ children }: { children: ReactNode }) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    scrollTo({ top: 0, behavior: 'instant' });
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
};
