/** The largest document of a page, in kilobytes (1000 bytes) after brotli compression. */
export const DOCUMENT_KB_MAX = 30;

/**
 * What the first visit of a page at its real address may load, in kilobytes (1000 bytes) after brotli
 * compression.
 */
export interface Budget {
  /** The page's module, as the build manifest names it. */
  page: string;
  script: number;
  /** The document, scripts, stylesheets and heading font. */
  all: number;
  /** What is fetched after the page is shown, for what can be opened in it. */
  later?: number;
}

/** Maximum number of script files per page. */
export const FILES_MAX = 9;

/** The route that stands for all unknown routes. */
export const UNKNOWN_ROUTE = '/nowhere';

const pageOf = (name: string): string => `src/web/pages/${name}.tsx`;

/** The budget of every route. */
export const budgets: Record<string, Budget> = {
  // The requirement is 105 KB.
  '/login': { page: pageOf('login/login'), script: 99.5, all: 124, later: 6.5 },
  '/forgotPassword': { page: pageOf('forgot-password/forgot-password'), script: 94, all: 118 },
  '/resetPassword': {
    page: pageOf('reset-password/reset-password'),
    script: 94.2,
    all: 118,
    later: 8.5,
  },
  // The rest handles payments, where a build has a key.
  '/checkout': { page: pageOf('checkout/checkout'), script: 106.3, all: 131.4, later: 1 },
  '/demo': { page: pageOf('demo/demo'), script: 96.1, all: 121.5 },
  '/demo/embed': { page: pageOf('demo-embed/demo-embed'), script: 63.5, all: 85.5 },
  '/demo/schedule': { page: pageOf('demo-schedule/demo-schedule'), script: 63.5, all: 85.5 },
  '/thankyou': { page: pageOf('thank-you/thank-you'), script: 63.5, all: 86 },
  '/thankyou_campaign': { page: pageOf('thank-you/thank-you-campaign'), script: 63.5, all: 86.5 },
  '/campaign': { page: pageOf('campaign/campaign'), script: 71.5, all: 102.5, later: 34 },
  '/about': { page: pageOf('about/about'), script: 67, all: 92.5 },
  '/pricing': { page: pageOf('pricing/pricing'), script: 67, all: 93 },
  '/terms': { page: pageOf('legal/terms'), script: 69.5, all: 97 },
  '/subscription-agreement': {
    page: pageOf('legal/subscription-agreement'),
    script: 77.5,
    all: 114,
  },
  '/privacy': { page: pageOf('legal/privacy'), script: 72.5, all: 104 },
  [UNKNOWN_ROUTE]: { page: pageOf('fallback/not-found'), script: 63.5, all: 106 },
  // The requirement is 70 KB.
  '/': { page: pageOf('home/home'), script: 68, all: 110.5, later: 6 },
};
