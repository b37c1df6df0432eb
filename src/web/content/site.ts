import { brand } from '#contract/brand.ts';

/** Words that every page shares. */
export const siteContent = {
  logIn: 'Log In',
  copyright: `© ${brand.copyright} ${brand.company}`,
  footerLinks: [
    { label: 'Privacy', href: '#/privacy' },
    { label: 'Terms', href: '#/terms' },
    { label: 'Support', href: `mailto:${brand.supportEmail}` },
  ],
  loading: 'Loading …',
} as const;
