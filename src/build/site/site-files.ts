import type { Plugin } from 'vite';
import * as brand from '../../contract/brand.ts';
import { escapeMarkup, fillPlaceholders } from '../fill-placeholders.ts';

interface SiteFile {
  /** Name at the site's root. */
  name: string;
  /** Content-Type of the response. */
  type: string;
  text: string;
}

/**
 * Crawlers may read the application area, whose responses say `noindex`: a disallowed URL that is linked
 * would be listed by its URL alone. No page links to the API.
 */
const robots = `User-agent: *
Allow: /
Disallow: /v1/
Disallow: /v2/

Sitemap: ${brand.siteAddress}sitemap.xml
`;

const icon = (side: number) => ({
  src: `/icon-${side}.png`,
  sizes: `${side}x${side}`,
  type: 'image/png',
  purpose: 'any maskable',
});

/** The colours are the light and dark background of `src/contract/palette.css`. */
const manifest = {
  name: brand.name,
  short_name: brand.name,
  start_url: '/',
  display: 'browser',
  background_color: '#fbfaf7',
  theme_color: '#0f1220',
  icons: [icon(192), icon(512)],
};

/** Files at the site's root that contain the product's name or URL. */
export const siteFiles: readonly SiteFile[] = [
  { name: 'robots.txt', type: 'text/plain; charset=utf-8', text: robots },
  {
    name: 'site.webmanifest',
    type: 'application/manifest+json; charset=utf-8',
    text: `${JSON.stringify(manifest, null, 2)}\n`,
  },
];

/**
 * Fills the brand into `index.html` and provides the files at the site's root, in builds and in
 * development.
 */
export const brandedSite = (): Plugin => ({
  name: 'branded-site',
  transformIndexHtml: {
    order: 'pre',
    // Without the comments of its script, which are for readers of the source.
    handler: (html) => fillPlaceholders(html, escapeMarkup).replace(/^ *\/\/.*\n/gm, ''),
  },
  generateBundle() {
    for (const { name, text } of siteFiles)
      this.emitFile({ type: 'asset', fileName: name, source: text });
  },
  configureServer({ middlewares }) {
    for (const { name, type, text } of siteFiles)
      middlewares.use(`/${name}`, (_request, response) => {
        response.setHeader('content-type', type).end(text);
      });
  },
});
