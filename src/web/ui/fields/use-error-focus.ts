import { type RefObject, useEffect, useRef } from 'react';

/** Moves focus to the first invalid control of the form when it becomes invalid, or is submitted as it is. */
export const useErrorFocus = (isInvalid: boolean): RefObject<HTMLFormElement | null> => {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const element = form.current;
    if (!isInvalid || !element) return;
    // After the view has shown what a submission led to.
    const moveFocus = () =>
      setTimeout(() => element.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
    moveFocus();
    element.addEventListener('submit', moveFocus);
    return () => element.removeEventListener('submit', moveFocus);
  }, [isInvalid]);
  return form;
};
