/** The heading of every page of the site, by its path. A page of a session shows that of the page before it. */
export const headings: Record<string, string> = {
  '/': 'Find the few who shine',
  '/about': 'Good people get missed. We find them.',
  '/campaign': 'Hire 87% faster. Interview more of the people who apply.',
  '/checkout': 'Sign up free to try now!',
  '/demo': 'Book a Demo',
  '/demo/embed': 'Book a Demo',
  '/demo/schedule': 'Book a Demo',
  '/forgotPassword': 'Forgot Password?',
  '/login': 'Log in',
  '/pricing': 'Start free. Pay when you hire more.',
  '/privacy': 'Privacy Policy',
  '/resetPassword': 'Forgot Password?',
  '/subscription-agreement': 'Master Subscription Agreement',
  '/terms': 'Terms of Use',
  '/thankyou': 'Thank you',
  '/thankyou_campaign': 'Thank you',
};
