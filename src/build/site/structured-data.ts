import type {
  BreadcrumbList,
  FAQPage,
  Graph,
  Offer,
  Organization,
  SoftwareApplication,
  Thing,
  WebPage,
  WebSite,
} from 'schema-dts';
import { campaignFaq } from '#web/content/campaign-faq.ts';
import { faqContent } from '#web/content/faq.ts';
import { type Plan, plans } from '#web/content/plans.ts';
import { pricingContent } from '#web/content/pricing.ts';
import * as brand from '../../contract/brand.ts';
import { addressOf, type HeadPage, pageName } from './head-page.ts';
import { updatedOn } from './sitemap.ts';

const ORGANIZATION_ID = `${brand.siteAddress}#organization`;
const SITE_ID = `${brand.siteAddress}#website`;
const PRODUCT_ID = `${brand.siteAddress}#product`;
const CURRENCY = 'INR';
/** A month, in the codes of UN/CEFACT. */
const MONTH = 'MON';

interface Question {
  question: string;
  answer: string;
}

/** The questions of the pages that show some. */
const questions: Record<string, readonly Question[]> = {
  '/': faqContent.columns.flat(),
  '/pricing': pricingContent.faq.items,
  '/campaign': campaignFaq.items,
};

/** More precise types than WebPage. */
const pageTypes: Record<string, 'AboutPage' | 'ContactPage'> = {
  '/about': 'AboutPage',
  '/demo': 'ContactPage',
};

const organization: Organization = {
  '@type': 'Organization',
  '@id': ORGANIZATION_ID,
  name: brand.name,
  legalName: brand.company,
  url: brand.siteAddress,
  logo: `${brand.siteAddress}icon-512.png`,
  email: brand.infoEmail,
  telephone: brand.phone,
  address: brand.offices[0].lines.join(', '),
  contactPoint: {
    '@type': 'ContactPoint',
    contactType: 'customer support',
    email: brand.supportEmail,
    telephone: brand.phone,
  },
  sameAs: [brand.social.professionalNetwork, brand.social.community],
};

const site: WebSite = {
  '@type': 'WebSite',
  '@id': SITE_ID,
  name: brand.name,
  url: brand.siteAddress,
  inLanguage: 'en',
  publisher: { '@id': ORGANIZATION_ID },
};

/** An offer with a monthly price before taxes. */
const toOffer = ({ name, audience, priceInRupees = 0 }: Plan): Offer => ({
  '@type': 'Offer',
  name,
  description: audience,
  url: addressOf('/pricing'),
  price: priceInRupees,
  priceCurrency: CURRENCY,
  ...(priceInRupees > 0 && {
    priceSpecification: {
      '@type': 'UnitPriceSpecification',
      price: priceInRupees,
      priceCurrency: CURRENCY,
      valueAddedTaxIncluded: false,
      referenceQuantity: { '@type': 'QuantitativeValue', value: 1, unitCode: MONTH },
    },
  }),
});

const product: SoftwareApplication = {
  '@type': 'SoftwareApplication',
  '@id': PRODUCT_ID,
  name: brand.name,
  applicationCategory: 'BusinessApplication',
  operatingSystem: 'Web',
  url: brand.siteAddress,
  publisher: { '@id': ORGANIZATION_ID },
  offers: plans.filter(({ priceInRupees }) => priceInRupees !== undefined).map(toOffer),
};

const breadcrumbs = (page: HeadPage): BreadcrumbList => ({
  '@type': 'BreadcrumbList',
  itemListElement: [
    { '@type': 'ListItem', position: 1, name: brand.name, item: brand.siteAddress },
    { '@type': 'ListItem', position: 2, name: pageName(page), item: addressOf(page.path) },
  ],
});

const toQuestion = ({ question, answer }: Question) =>
  ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  }) as const;

const webPage = (page: HeadPage): WebPage | FAQPage => {
  const { path, title, description } = page;
  const asked = questions[path];
  const common = {
    '@id': addressOf(path),
    url: addressOf(path),
    name: title,
    description,
    inLanguage: 'en',
    dateModified: updatedOn(path),
    isPartOf: { '@id': SITE_ID },
    ...(path !== '/' && { breadcrumb: breadcrumbs(page) }),
  } as const;
  return asked
    ? { '@type': 'FAQPage', ...common, mainEntity: asked.map(toQuestion) }
    : { '@type': pageTypes[path] ?? 'WebPage', ...common };
};

/** What is described on some pages besides the page itself. */
const subjects: Record<string, Thing[]> = {
  '/': [organization, site, product],
  '/pricing': [product],
};

/**
 * Structured data of a listed page for search engines: a graph in the vocabulary of schema.org. Other
 * pages refer by `@id` to the organization and the website, which the home page describes.
 */
export const structuredData = (page: HeadPage): Graph => ({
  '@context': 'https://schema.org',
  '@graph': [...(subjects[page.path] ?? []), webPage(page)],
});
