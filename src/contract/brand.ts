/** The one place that names the product and its company. A rebrand is an edit of this file. */
export const brand = {
  name: 'Sitara',
  tagline: 'Find the few who shine.',
  company: 'Sitara Hiring Technologies Pvt. Ltd.',
  /** Where the site is on the web, with a slash at its end; search engines and shared links get it. */
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
  /** Hears of new companies and demo requests, unless `SALES_EMAIL` names another one. */
  salesEmail: 'sales@sitara.example',
  /** Sends every mail, unless `MAIL_FROM` names another one. */
  senderEmail: 'no-reply@sitara.example',
  social: {
    blog: 'https://blog.sitara.example/',
    community: 'https://community.sitara.example/',
    professionalNetwork: 'https://www.linkedin.com/company/sitara-example/',
  },
  copyright: '2023',
  legalCopyright: '2023-2030',
} as const;
