import * as brand from '../../contract/brand.ts';

const ORGANIZATION = `${brand.siteAddress}#organization`;

/** Structured data about the company and the product (schema.org JSON-LD). */
export const structuredData = {
  '@context': 'https://schema.org',
  '@graph': [
    {
      '@type': 'Organization',
      '@id': ORGANIZATION,
      name: brand.name,
      legalName: brand.company,
      url: brand.siteAddress,
      logo: `${brand.siteAddress}icon-512.png`,
      email: brand.infoEmail,
    },
    {
      '@type': 'SoftwareApplication',
      name: brand.name,
      applicationCategory: 'BusinessApplication',
      operatingSystem: 'Web',
      url: brand.siteAddress,
      publisher: { '@id': ORGANIZATION },
      offers: { '@type': 'Offer', price: '0', priceCurrency: 'INR' },
    },
  ],
};
