declare global {
  interface Window {
    /** Where an analytics tool, if the page has one, reads what happened. */
    dataLayer?: object[];
  }
}

/** Tells an analytics tool that something happened: the name of it, and nothing of a person. */
export const pushEvent = (event: 'thank you page'): void => {
  window.dataLayer ??= [];
  window.dataLayer.push({ event });
};
