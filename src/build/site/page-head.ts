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
import { faqContent } from '#web/content/home-static.ts';
import { type Plan, plans } from '#web/content/plans.ts';
import { pricingContent } from '#web/content/pricing.ts';
import * as brand from '../../contract/brand.ts';
import { escapeMarkup } from '../fill-placeholders.ts';
import {
  addressOf,
  type HeadPage,
  pageName,
  SOCIAL_HEIGHT,
  SOCIAL_WIDTH,
  socialImageFile,
  updatedOn,
} from './sitemap.ts';

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
const structuredData = (page: HeadPage): Graph => ({
  '@context': 'https://schema.org',
  '@graph': [...(subjects[page.path] ?? []), webPage(page)],
});

const LOCALE = 'en_IN';

const meta = (key: 'name' | 'property', name: string, content: string): string =>
  `<meta ${key}="${name}" content="${escapeMarkup(content)}">`;

/** JSON that cannot close its script element. */
const inScript = (data: unknown): string => JSON.stringify(data).replaceAll('<', '\\u003c');

/** What the social image of a page shows. */
const imageAlt = (page: HeadPage): string =>
  `The star of ${brand.name} in a night sky, beside the words “${pageName(page)}”`;

/** What link previews show: Open Graph, and the names that Twitter has for it. */
const preview = (page: HeadPage): string[] => {
  const { path, title, description } = page;
  const image = `${brand.siteAddress}${socialImageFile(path)}`;
  return [
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', brand.name),
    meta('property', 'og:locale', LOCALE),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', addressOf(path)),
    meta('property', 'og:image', image),
    meta('property', 'og:image:width', `${SOCIAL_WIDTH}`),
    meta('property', 'og:image:height', `${SOCIAL_HEIGHT}`),
    meta('property', 'og:image:alt', imageAlt(page)),
    meta('name', 'twitter:card', 'summary_large_image'),
    meta('name', 'twitter:title', title),
    meta('name', 'twitter:description', description),
    meta('name', 'twitter:image', image),
    meta('name', 'twitter:image:alt', imageAlt(page)),
  ];
};

/**
 * The elements of a page's `<head>` that describe it: title and description, and for a listed page its
 * URL, link preview and structured data. Other pages are excluded from search engines.
 */
export const pageHead = (page: HeadPage): string => {
  const { path, title, description, isListed } = page;
  const about = isListed
    ? [
        `<link rel="canonical" href="${escapeMarkup(addressOf(path))}">`,
        ...preview(page),
        `<script type="application/ld+json">${inScript(structuredData(page))}</script>`,
      ]
    : [meta('name', 'robots', 'noindex')];
  return [
    `<title>${escapeMarkup(title)}</title>`,
    meta('name', 'description', description),
    ...about,
  ].join('\n');
};
