import type { Plugin } from 'vite';
import { escapeMarkup } from './escape-markup.ts';
import { fillBrand } from './fill-brand.ts';
import { siteFiles } from './site-files.ts';

/**
 * Fills the brand into `index.html` and provides the files at the site's root, in builds and in
 * development.
 */
export const brandedSite = (): Plugin => ({
  name: 'branded-site',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) => fillBrand(html, escapeMarkup),
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
