import { type RefObject, useEffect, useRef } from 'react';

/** Moves focus to the first invalid control of a form when it turns out to be faulty. */
export const useFaultFocus = (isFaulty: boolean): RefObject<HTMLFormElement | null> => {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (isFaulty) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [isFaulty]);
  return form;
};
