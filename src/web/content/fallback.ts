/** Copy of the error page. */
export const fallbackContent = {
  heading: 'Unexpected Application Error!',
  notFound: '404 Not Found',
  home: 'Go to the home page',
  offline: 'You are offline. Please try again when you are connected.',
  retry: 'Try again',
} as const;
