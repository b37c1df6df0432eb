import { brand } from '#contract/brand.ts';
import * as claims from './content/claims.ts';
import { demoTagline } from './content/demo-tagline.ts';
import { loadPage, type PageChunk } from './load-page.ts';
import { loadStillParts } from './pages/home/still.tsx';

interface Page {
  /** What the browser's tab says. */
  title: string;
  /** What a search engine or a shared link says. */
  description: string;
  chunk: PageChunk;
}

const titled = (name: string): string => `${name} · ${brand.name}`;

/** Every address of the site; anything else is the fallback's. */
export const routes: Record<string, Page> = {
  '/': {
    title: `${brand.name}: ${brand.tagline}`,
    description:
      'Candidates take a short AI video interview at a time they choose. You get a ranked shortlist, with the reasons.',
    chunk: loadPage(async () => {
      const [page] = await Promise.all([import('./pages/home/home.tsx'), loadStillParts()]);
      return page;
    }),
  },
  '/checkout': {
    title: titled('Sign up'),
    description: 'Sign up with your work email and post your 1st job free.',
    chunk: loadPage(() => import('./pages/checkout/checkout.tsx')),
  },
  '/demo': {
    title: titled('Book a Demo'),
    description: `${demoTagline}.`,
    chunk: loadPage(() => import('./pages/demo/demo.tsx')),
  },
  '/demo/embed': {
    title: titled('Book a demo'),
    description: 'Book a demo of AI video interviews and ranked shortlists.',
    chunk: loadPage(() => import('./pages/demo-embed/demo-embed.tsx')),
  },
  '/demo/schedule': {
    title: titled('Pick a time for your demo'),
    description: 'Pick a time for your demo.',
    chunk: loadPage(() => import('./pages/demo-schedule/demo-schedule.tsx')),
  },
  '/thankyou': {
    title: titled('Thank you'),
    description: 'Thank you for asking for a demo.',
    chunk: loadPage(() => import('./pages/thank-you/thank-you.tsx')),
  },
  '/thankyou_campaign': {
    title: titled('Thank you'),
    description: 'Thank you for asking for a demo.',
    chunk: loadPage(() => import('./pages/thank-you/thank-you-campaign.tsx')),
  },
  '/campaign': {
    title: titled(`${claims.recruiterOutput.figure} the output per recruiter`),
    description: `Screen ${claims.moreScreened.figure} more applicants, hire ${claims.fasterHiring.figure} faster, and let candidates interview when it suits them.`,
    chunk: loadPage(() => import('./pages/campaign/campaign.tsx')),
  },
  '/about': {
    title: titled('About us'),
    description: 'Who we are, and why every applicant deserves an interview.',
    chunk: loadPage(() => import('./pages/about/about.tsx')),
  },
  '/pricing': {
    title: titled('Pricing'),
    description: 'Four plans, billed monthly in rupees. Start with a free trial.',
    chunk: loadPage(() => import('./pages/pricing/pricing.tsx')),
  },
  '/login': {
    title: titled('Log in'),
    description: 'Log in with your password or an email OTP.',
    chunk: loadPage(() => import('./pages/login/login.tsx')),
  },
  '/forgotPassword': {
    title: titled('Forgotten password'),
    description: 'Set a new password with an email OTP.',
    chunk: loadPage(() => import('./pages/forgot-password/forgot-password.tsx')),
  },
  '/resetPassword': {
    title: titled('New password'),
    description: 'Set a new password.',
    chunk: loadPage(() => import('./pages/reset-password/reset-password.tsx')),
  },
  '/terms': {
    title: titled('Terms of Use'),
    description: 'The terms for using the site and the service.',
    chunk: loadPage(() => import('./pages/legal/terms.tsx')),
  },
  '/subscription-agreement': {
    title: titled('Master Subscription Agreement'),
    description: 'The Master Subscription Agreement with its three exhibits.',
    chunk: loadPage(() => import('./pages/legal/subscription-agreement.tsx')),
  },
  '/privacy': {
    title: titled('Privacy Policy'),
    description: 'What we collect, what we use it for, and what choices you have.',
    chunk: loadPage(() => import('./pages/legal/privacy.tsx')),
  },
};

const fallback: Page = {
  title: titled('Not found'),
  description: 'There is no page at this address.',
  chunk: loadPage(() => import('./pages/fallback/not-found.tsx')),
};

/** The page that an address has, or the fallback. */
export const pageAt = (path: string): Page => routes[path] ?? fallback;
