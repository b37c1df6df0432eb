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
