import { type ComponentType, lazy } from 'react';
import { brand } from '#contract/brand.ts';

interface Page {
  /** What the browser's tab says. */
  title: string;
  Page: ComponentType;
}

const titled = (name: string): string => `${name} · ${brand.name}`;

/** Every address of the site; anything else is the fallback's. */
export const routes: Record<string, Page> = {
  '/': {
    title: `${brand.name}: ${brand.tagline}`,
    Page: lazy(() => import('./pages/home/home.tsx')),
  },
  '/checkout': {
    title: titled('Sign up'),
    Page: lazy(() => import('./pages/checkout/checkout.tsx')),
  },
  '/demo': {
    title: titled('Book a Demo'),
    Page: lazy(() => import('./pages/demo/demo.tsx')),
  },
  '/demo/embed': {
    title: titled('Book a demo'),
    Page: lazy(() => import('./pages/demo-embed/demo-embed.tsx')),
  },
  '/demo/schedule': {
    title: titled('Pick a time for your demo'),
    Page: lazy(() => import('./pages/demo-schedule/demo-schedule.tsx')),
  },
  '/thankyou': {
    title: titled('Thank you'),
    Page: lazy(() => import('./pages/thank-you/thank-you.tsx')),
  },
  '/thankyou_campaign': {
    title: titled('Thank you'),
    Page: lazy(() => import('./pages/thank-you/thank-you-campaign.tsx')),
  },
  '/campaign': {
    title: titled('Three times the output per recruiter'),
    Page: lazy(() => import('./pages/campaign/campaign.tsx')),
  },
  '/about': {
    title: titled('About us'),
    Page: lazy(() => import('./pages/about/about.tsx')),
  },
  '/pricing': {
    title: titled('Pricing'),
    Page: lazy(() => import('./pages/pricing/pricing.tsx')),
  },
  '/login': {
    title: titled('Log in'),
    Page: lazy(() => import('./pages/login/login.tsx')),
  },
  '/forgotPassword': {
    title: titled('Forgotten password'),
    Page: lazy(() => import('./pages/forgot-password/forgot-password.tsx')),
  },
  '/resetPassword': {
    title: titled('New password'),
    Page: lazy(() => import('./pages/reset-password/reset-password.tsx')),
  },
  '/terms': {
    title: titled('Terms of Use'),
    Page: lazy(() => import('./pages/legal/terms.tsx')),
  },
  '/subscription-agreement': {
    title: titled('Master Subscription Agreement'),
    Page: lazy(() => import('./pages/legal/subscription-agreement.tsx')),
  },
  '/privacy': {
    title: titled('Privacy Policy'),
    Page: lazy(() => import('./pages/legal/privacy.tsx')),
  },
};

export const fallback: Page = {
  title: titled('Not found'),
  Page: lazy(() => import('./pages/fallback/not-found.tsx')),
};
