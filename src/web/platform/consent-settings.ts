const EVENT = 'consent-settings';

/** Asks for the consent bar. Focus goes back to the control when the visitor has chosen. */
export const openConsentSettings = (control: HTMLElement): void => {
  control.dispatchEvent(new Event(EVENT, { bubbles: true }));
};

/** Calls the listener with the control that asked for the bar; returns the function that ends this. */
export const watchConsentSettings = (open: (control: HTMLElement) => void): (() => void) => {
  const listener = ({ target }: Event): void => {
    if (target instanceof HTMLElement) open(target);
  };
  addEventListener(EVENT, listener);
  return () => removeEventListener(EVENT, listener);
};
