import * as brand from '../../contract/brand.ts';
import { escapeMarkup } from '../fill-placeholders.ts';
import {
  addressOf,
  type HeadPage,
  pageName,
  SOCIAL_HEIGHT,
  SOCIAL_WIDTH,
  socialImageFile,
} from './head-page.ts';
import { structuredData } from './structured-data.ts';

const LOCALE = 'en_IN';

const meta = (key: 'name' | 'property', name: string, content: string): string =>
  `<meta ${key}="${name}" content="${escapeMarkup(content)}" />`;

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
        `<link rel="canonical" href="${escapeMarkup(addressOf(path))}" />`,
        ...preview(page),
        `<script type="application/ld+json">${inScript(structuredData(page))}</script>`,
      ]
    : [meta('name', 'robots', 'noindex')];
  return [
    `<title>${escapeMarkup(title)}</title>`,
    meta('name', 'description', description),
    ...about,
  ].join('\n    ');
};
