import { brand } from '../contract/brand.ts';
import { escapeMarkup } from './escape-markup.ts';

interface SiteFile {
  /** Its name at the root of the site. */
  name: string;
  /** Its content type. */
  type: string;
  text: string;
}

const robots = `User-agent: *
Allow: /
Disallow: /app/
Disallow: /v1/
Disallow: /v2/

Sitemap: ${brand.siteAddress}sitemap.xml
`;

// The other pages are behind the hash, so that for a search engine this is the one address.
const sitemap = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
  <url>
    <loc>${escapeMarkup(brand.siteAddress)}</loc>
  </url>
</urlset>
`;

const icon = (side: number) => ({
  src: `/icon-${side}.png`,
  sizes: `${side}x${side}`,
  type: 'image/png',
  purpose: 'any maskable',
});

/** Its colours are the paper and the night of `src/web/styles/tokens.css`. */
const manifest = {
  name: brand.name,
  short_name: brand.name,
  start_url: '/',
  display: 'browser',
  background_color: '#fbfaf7',
  theme_color: '#0f1220',
  icons: [icon(192), icon(512)],
};

/** The files at the site's root that name the product or its address. */
export const siteFiles: readonly SiteFile[] = [
  { name: 'robots.txt', type: 'text/plain; charset=utf-8', text: robots },
  { name: 'sitemap.xml', type: 'application/xml; charset=utf-8', text: sitemap },
  {
    name: 'site.webmanifest',
    type: 'application/manifest+json; charset=utf-8',
    text: `${JSON.stringify(manifest, null, 2)}\n`,
  },
];
