/* Names and addresses of the product and its company. A rebrand edits only this file. */

/** What is sample content here, and what a launch puts there; whoever replaces it removes its line. @public */
export const samples = {
  company: 'the registered name of the company',
  offices: 'the registered office, which is the postal address of the legal texts, and one more',
  phone: 'the telephone number that answers questions of support',
  grievanceOfficer:
    'name and mailbox of the person who answers requests and complaints about personal data',
};

export const name = 'Sitara';
export const tagline = 'Find the few who shine.';
export const company = 'Sitara Hiring Technologies Pvt. Ltd.';
/** Public URL of the site with a trailing slash, for search engines and link previews. */
export const siteAddress = 'https://sitara.example/';
export const offices = [
  {
    label: 'Head office',
    lines: ['Nakshatra House, 3rd floor', 'Sector 39, Gurugram 122003', 'Haryana, India'],
  },
  {
    label: 'Customer success',
    lines: ['Dhruva House, 1st floor', 'Sector 44, Gurugram 122003', 'Haryana, India'],
  },
] as const;
export const phone = '+91 124 000 0142';
/** Calls it. */
export const phoneLink = `tel:${phone.replaceAll(' ', '')}`;
export const supportEmail = 'support@sitara.example';
/** For people who come here to be interviewed. */
export const invited =
  'Invited to an interview? Use the link in your invitation. You need no account.';
export const infoEmail = 'info@sitara.example';
/** Whom Indian law wants named for complaints about personal information; requests go there too. */
export const grievanceOfficer = {
  name: 'Ishita Raman',
  email: 'grievance@sitara.example',
} as const;
/** Receives notices of new companies and demo requests. `SALES_EMAIL` overrides it. */
export const salesEmail = 'sales@sitara.example';
/** Sender of every mail. `MAIL_FROM` overrides it. */
export const senderEmail = 'no-reply@sitara.example';
export const social = {
  blog: 'https://blog.sitara.example/',
  community: 'https://community.sitara.example/',
  professionalNetwork: 'https://www.linkedin.com/company/sitara-example/',
} as const;
export const copyright = '2023';
export const legalCopyright = '2023-2030';
