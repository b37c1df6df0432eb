/** Copy of the mailed links that make a browser known. */
export const browserLinkContent = {
  neutral:
    'If these were not your attempts, a link in an email gives this browser attempts of its own.',
  missing: 'Please enter your email first.',
  sending: 'Sending the link.',
  sent: 'If this email has an account, a link is on its way. Open it in this browser.',
  used: 'Links were emailed to this address today. Please open the newest one in this browser.',
  failed: 'The link could not be sent. Please try again.',
  recognizing: 'Checking your link.',
  unreached: 'Your link could not be checked. Please try again.',
  recognized: 'Your account knows this browser now. Log in as usual.',
  expired: 'This link has expired. You can ask for a new one.',
  send: 'Email me a link for this browser',
  again: 'Try again',
} as const;
