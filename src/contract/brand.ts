/** Names and addresses of the product and its company. A rebrand edits only this file. */
export const brand = {
  name: 'Sitara',
  tagline: 'Find the few who shine.',
  company: 'Sitara Hiring Technologies Pvt. Ltd.',
  /** Public URL of the site with a trailing slash, for search engines and link previews. */
  siteAddress: 'https://sitara.example/',
  offices: [
    {
      label: 'Head office',
      lines: ['P.O. Box 142', 'Sector 39, Gurugram 122003', 'Haryana, India'],
    },
    {
      label: 'Customer success',
      lines: ['P.O. Box 143', 'Sector 44, Gurugram 122003', 'Haryana, India'],
    },
  ],
  phone: '+91 124 000 0142',
  supportEmail: 'support@sitara.example',
  infoEmail: 'info@sitara.example',
  /** Receives notices of new companies and demo requests. `SALES_EMAIL` overrides it. */
  salesEmail: 'sales@sitara.example',
  /** Sender of every mail. `MAIL_FROM` overrides it. */
  senderEmail: 'no-reply@sitara.example',
  social: {
    blog: 'https://blog.sitara.example/',
    community: 'https://community.sitara.example/',
    professionalNetwork: 'https://www.linkedin.com/company/sitara-example/',
  },
  copyright: '2023',
  legalCopyright: '2023-2030',
} as const;
