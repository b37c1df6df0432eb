/** Copy of the live sessions on the signed-in page. */
export const sessionListContent = {
  heading: 'Where you are logged in',
  /** Before, in and after the link. */
  lead: [
    'Every browser that can open your account now. Log out any that you do not recognise, then ',
    'set a new password',
    '.',
  ],
  loading: 'Loading …',
  unavailable: 'Your sessions could not be loaded.',
  retry: 'Try again',
  unknownBrowser: 'Unknown browser',
  current: 'This browser',
  openedAt: 'Logged in',
  renewedAt: 'last active',
  end: 'Log out',
  endOthers: 'Log out everywhere else',
  confirmOthers: 'Log out every other browser? Only this one stays logged in.',
  keep: 'Cancel',
} as const;
