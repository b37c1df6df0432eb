import { brand } from '#contract/brand.ts';
import { appAddresses } from '#web/settings.ts';

/** Words that every page shares: the header's, the footer's, and a few more. */
export const siteContent = {
  loading: 'Loading …',
  skip: 'Skip to content',
  menu: { open: 'Menu', close: 'Close', label: 'Main' },
  pauseMotion: 'Pause',
  playMotion: 'Play',
  aboutUs: { label: 'About us', href: '#/about' },
  pricing: { label: 'Pricing', href: '#/pricing' },
  resources: { label: 'Resources', href: brand.social.blog },
  logIn: { label: 'Log In', href: '#/login' },
  calls: {
    site: { start: 'Get started free', demo: 'Get a demo' },
    campaign: { start: 'Try free now', demo: 'Book a demo' },
  },
  footer: {
    label: 'Footer',
    groups: [
      {
        heading: 'Company',
        links: [
          { label: 'About us', href: '#/about' },
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
          { label: 'Privacy', href: '#/privacy' },
          { label: 'Terms', href: '#/terms' },
        ],
      },
    ],
    logIn: { label: 'Log in', href: appAddresses.home },
  },
  copyright: `© ${brand.copyright} ${brand.company}`,
} as const;
