import { type RefObject, useEffect, useRef } from 'react';

/** Moves focus to the first invalid control of the form when the form becomes invalid. */
export const useErrorFocus = (isInvalid: boolean): RefObject<HTMLFormElement | null> => {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (isInvalid) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [isInvalid]);
  return form;
};
