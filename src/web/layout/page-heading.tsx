import { type ReactNode, useEffect, useRef } from 'react';
import { isInitialView } from '#web/routing/initial-focus.ts';

interface PageHeadingProps {
  children: ReactNode;
  /** Its text, where an element within a word would split the name. */
  label?: string;
}

/**
 * Heading of a page or of a step of a form. When it appears, the window scrolls to the top and the
 * heading takes focus, so that screen readers start there. The first page of a visit is left alone:
 * the visitor may have scrolled before the script loads.
 */
export const PageHeading = ({ children, label }: PageHeadingProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isInitialView()) return;
    scrollTo({ top: 0, behavior: 'instant' });
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1} aria-label={label}>
      {children}
    </h1>
  );
};
