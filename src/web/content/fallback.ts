/** Copy of the error page, and of a page whose script is of an earlier version. */
export const fallbackContent = {
  heading: 'Unexpected Application Error!',
  notFound: '404 Not Found',
  lost: 'This star is not on our map.',
  home: 'Go to the home page',
  offline: 'You are offline. Please try again when you are connected.',
  retry: 'Try again',
  updated: 'Our site has a new version',
  reloading: 'The page is loaded again. Your draft is kept.',
} as const;
