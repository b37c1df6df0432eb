/** Copy of the consent to a tag manager. A changed text gets a new `CONSENT_VERSION`. */
export const consentContent = {
  label: 'Cookies',
  text: 'If you accept, this site loads a tag manager, whose tools measure visits and advertising and may set cookies. If you decline, nothing is loaded.',
  policy: { label: 'Privacy policy', to: '/privacy?clause=12' },
  accept: 'Accept',
  decline: 'Decline',
  settings: 'Cookie settings',
  /** The choice, also that which the privacy signal of the browser stands for. */
  chosen: { accepted: 'Cookies are accepted.', declined: 'Cookies are declined.' },
  how: '“Cookie settings” at the end of each page changes that.',
} as const;
