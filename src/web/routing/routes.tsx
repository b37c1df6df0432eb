import * as brand from '#contract/brand.ts';
import * as claims from '../content/claims.ts';
import { demoTagline } from '../content/demo-tagline.ts';
import { loadPage, type PageChunk } from './load-page.ts';
import { loadStaticIslands } from './static-island.tsx';

interface Page {
  /** The document title. */
  title: string;
  /** The content of `<meta name="description">`. */
  description: string;
  /** Whether search engines may list the page; `true` by default. */
  isListed?: false;
  chunk: PageChunk;
}

const titleOf = (name: string): string => `${name} · ${brand.name}`;

/** The page of each route. */
export const routes: Record<string, Page> = {
  '/': {
    title: `${brand.name}: AI video interviews and ranked shortlists`,
    description:
      'Candidates take a short AI video interview at a time they choose. You get a ranked shortlist, with the reasons.',
    chunk: loadPage(async () => {
      const [page] = await Promise.all([import('../pages/home/home.tsx'), loadStaticIslands()]);
      return page;
    }),
  },
  '/checkout': {
    title: titleOf('Sign up'),
    description: `Sign up for ${brand.name} with your work email and post your 1st job free.`,
    chunk: loadPage(() => import('../pages/checkout/checkout.tsx')),
  },
  '/demo': {
    title: titleOf('Book a demo'),
    description: `${demoTagline}: AI video interviews and ranked shortlists.`,
    chunk: loadPage(() => import('../pages/demo/demo.tsx')),
  },
  '/demo/embed': {
    title: titleOf('Book a demo'),
    description: 'Book a demo of AI video interviews and ranked shortlists.',
    isListed: false,
    chunk: loadPage(() => import('../pages/demo-embed/demo-embed.tsx')),
  },
  '/demo/schedule': {
    title: titleOf('Choose a time for your demo'),
    description: 'Choose a time for your demo.',
    isListed: false,
    chunk: loadPage(() => import('../pages/demo-schedule/demo-schedule.tsx')),
  },
  '/thankyou': {
    title: titleOf('Thank you'),
    description: 'Thank you for asking for a demo.',
    isListed: false,
    chunk: loadPage(() => import('../pages/thank-you/thank-you.tsx')),
  },
  '/thankyou_campaign': {
    title: titleOf('Thank you'),
    description: 'Thank you for asking for a demo.',
    isListed: false,
    chunk: loadPage(() => import('../pages/thank-you/thank-you-campaign.tsx')),
  },
  '/campaign': {
    title: titleOf(`${claims.recruiterOutput.figure} the output per recruiter`),
    description: `Screen ${claims.moreScreened.figure} more applicants, hire ${claims.fasterHiring.figure} faster, and let candidates interview when it suits them.`,
    chunk: loadPage(() => import('../pages/campaign/campaign.tsx')),
  },
  '/about': {
    title: titleOf('About us'),
    description: `Who we are at ${brand.name}, and why good people should not be missed.`,
    chunk: loadPage(() => import('../pages/about/about.tsx')),
  },
  '/pricing': {
    title: titleOf('Pricing'),
    description: 'Plans for AI video interviews, billed monthly in rupees, plus GST. Start free.',
    chunk: loadPage(() => import('../pages/pricing/pricing.tsx')),
  },
  '/login': {
    title: titleOf('Log in'),
    description: `Log in to ${brand.name} with your password, a code or a passkey.`,
    chunk: loadPage(() => import('../pages/login/login.tsx')),
  },
  '/forgotPassword': {
    title: titleOf('Forgotten password'),
    description: `Forgotten your ${brand.name} password? Set a new password with a code from our email.`,
    chunk: loadPage(() => import('../pages/forgot-password/forgot-password.tsx')),
  },
  '/resetPassword': {
    title: titleOf('New password'),
    description: 'Set a new password.',
    isListed: false,
    chunk: loadPage(() => import('../pages/reset-password/reset-password.tsx')),
  },
  '/terms': {
    title: titleOf('Terms of Use'),
    description: `The terms for using the site and the service of ${brand.name}.`,
    chunk: loadPage(() => import('../pages/legal/terms.tsx')),
  },
  '/subscription-agreement': {
    title: titleOf('Master Subscription Agreement'),
    description:
      'The Master Subscription Agreement with its exhibits on security, service levels and data protection.',
    chunk: loadPage(() => import('../pages/legal/subscription-agreement.tsx')),
  },
  '/privacy': {
    title: titleOf('Privacy Policy'),
    description: `What ${brand.name} collects, what we use it for, and what choices you have.`,
    chunk: loadPage(() => import('../pages/legal/privacy.tsx')),
  },
};

const notFound: Page = {
  title: titleOf('Not found'),
  description: 'There is no page at this address.',
  chunk: loadPage(() => import('../pages/fallback/not-found.tsx')),
};

/** The page at a path: `/demo`. Any other path has the not-found page. */
export const pageAt = (path: string): Page => routes[path] ?? notFound;
