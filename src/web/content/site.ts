import * as brand from '#contract/brand.ts';
import { appAddresses } from '#web/platform/settings.ts';

/** Copy of every page: header, footer and a few more labels. */
export const siteContent = {
  loading: 'Loading …',
  skip: 'Skip to content',
  menu: { open: 'Menu', close: 'Close', label: 'Main' },
  pauseMotion: 'Pause',
  playMotion: 'Play',
  aboutUs: { label: 'About us', to: '/about' },
  pricing: { label: 'Pricing', to: '/pricing' },
  resources: { label: 'Resources', href: brand.social.blog },
  logIn: { label: 'Log In', to: '/login' },
  /** Two calls to action; the campaign page has labels of its own. */
  demo: { to: '/demo', site: 'Get a demo', campaign: 'Book a demo' },
  signUp: { to: '/checkout', site: 'Get started free', campaign: 'Try free now' },
  footer: {
    label: 'Footer',
    groups: [
      {
        heading: 'Product',
        links: [
          { label: 'Pricing', to: '/pricing' },
          { label: 'Get a demo', to: '/demo' },
        ],
      },
      {
        heading: 'Company',
        links: [
          { label: 'About us', to: '/about' },
          { label: 'Support', href: `mailto:${brand.supportEmail}` },
        ],
      },
      {
        heading: 'Follow',
        links: [
          { label: 'Community', href: brand.social.community },
          { label: 'LinkedIn', href: brand.social.professionalNetwork },
        ],
      },
      {
        heading: 'Legal',
        links: [
          { label: 'Privacy', to: '/privacy' },
          { label: 'Terms', to: '/terms' },
        ],
      },
    ],
    logIn: { label: 'Log in', href: appAddresses.home },
  },
  /** For people who were invited by a company, and for those who are stuck. */
  help: {
    invited: brand.invited,
    support: {
      lead: 'Does something not work? ',
      text: brand.supportEmail,
      href: `mailto:${brand.supportEmail}`,
    },
  },
  copyright: `© ${brand.copyright} ${brand.company}`,
} as const;
