import { type ReactNode, useEffect, useRef } from 'react';

/** The heading of a page or of a step, which takes focus when it appears, so that readers begin there. */
export const StepHeading = ({ children }: { children: ReactNode }) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
};
