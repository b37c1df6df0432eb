import type { Plugin } from 'vite';
import { escapeMarkup } from './escape-markup.ts';
import { fillBrand } from './fill-brand.ts';
import { siteFiles } from './site-files.ts';
import { structuredData } from './structured-data.ts';

/** JSON that cannot close its script element. */
const inScript = (data: unknown): string => JSON.stringify(data).replaceAll('<', '\\u003c');

/**
 * Fills the brand and the structured data into `index.html`, and provides the files at the site's root,
 * in builds and in development.
 */
export const brandedSite = (): Plugin => ({
  name: 'branded-site',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) => ({
      html: fillBrand(html, escapeMarkup),
      tags: [
        {
          tag: 'script',
          attrs: { type: 'application/ld+json' },
          children: inScript(structuredData),
          injectTo: 'head',
        },
      ],
    }),
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
