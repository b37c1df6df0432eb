declare global {
  interface Window {
    /** The event queue of an analytics tool. */
    dataLayer?: object[];
  }
}

/** Reports an event to the analytics tool: its name, without personal data. */
export const pushEvent = (event: 'thank you page'): void => {
  window.dataLayer ??= [];
  window.dataLayer.push({ event });
};
