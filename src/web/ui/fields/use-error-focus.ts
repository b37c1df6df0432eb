import { type RefObject, useEffect, useRef } from 'react';

/** Moves focus to the first invalid control of the form when it becomes invalid, or is submitted as it is. */
export const useErrorFocus = (isInvalid: boolean): RefObject<HTMLFormElement | null> => {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const element = form.current;
    if (!isInvalid || !element) return;
    const moveFocus = () => element.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    // After the view has shown what the submission led to.
    const onSubmit = () => setTimeout(moveFocus);
    moveFocus();
    element.addEventListener('submit', onSubmit);
    return () => element.removeEventListener('submit', onSubmit);
  }, [isInvalid]);
  return form;
};
