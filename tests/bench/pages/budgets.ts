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
  '/login': { page: pageOf('login/login'), script: 105, all: 129, later: 5 },
  '/forgotPassword': { page: pageOf('forgot-password/forgot-password'), script: 100, all: 123 },
  '/resetPassword': {
    page: pageOf('reset-password/reset-password'),
    script: 100,
    all: 123,
    later: 8,
  },
  '/checkout': { page: pageOf('checkout/checkout'), script: 112, all: 136 },
  '/demo': { page: pageOf('demo/demo'), script: 104, all: 128 },
  '/demo/embed': { page: pageOf('demo-embed/demo-embed'), script: 72, all: 92 },
  '/demo/schedule': { page: pageOf('demo-schedule/demo-schedule'), script: 72, all: 93 },
  '/thankyou': { page: pageOf('thank-you/thank-you'), script: 72, all: 93 },
  '/thankyou_campaign': { page: pageOf('thank-you/thank-you-campaign'), script: 72, all: 93 },
  '/campaign': { page: pageOf('campaign/campaign'), script: 81, all: 109, later: 35 },
  '/about': { page: pageOf('about/about'), script: 78, all: 99 },
  '/pricing': { page: pageOf('pricing/pricing'), script: 76, all: 99 },
  '/terms': { page: pageOf('legal/terms'), script: 77, all: 104 },
  '/subscription-agreement': {
    page: pageOf('legal/subscription-agreement'),
    script: 85,
    all: 121,
  },
  '/privacy': { page: pageOf('legal/privacy'), script: 79, all: 109 },
  [UNKNOWN_ROUTE]: { page: pageOf('fallback/not-found'), script: 71, all: 111 },
  '/': { page: pageOf('home/home'), script: 75, all: 117, later: 6 },
};
