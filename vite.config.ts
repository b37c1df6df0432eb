import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { brandedSite } from './src/build/branded-site.ts';
import { chartsPage } from './src/build/charts-page.ts';
import { legalMarkdown } from './src/build/legal-markdown.ts';

/** Browsers that know light-dark(), nesting and layers, so that none of them is rewritten. */
const BROWSERS = ['chrome123', 'edge123', 'firefox121', 'safari17.5'];
/** The same for Lightning CSS, which has its own way to write versions. */
const CSS_TARGETS = {
  chrome: 123 << 16,
  edge: 123 << 16,
  firefox: 121 << 16,
  safari: (17 << 16) | (5 << 8),
};

const LAYERS = '@layer reset,tokens,base,components,print;';

/**
 * Puts the order of the layers before every stylesheet: chunks are linked in an order of their own,
 * and the first one that is read would otherwise decide which layer is the weakest.
 */
const layerOrder: Plugin = {
  name: 'layer-order',
  enforce: 'post',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === 'asset' && file.fileName.endsWith('.css'))
        file.source = `${LAYERS}${file.source}`;
  },
};

export default defineConfig({
  plugins: [react(), legalMarkdown(), brandedSite(), chartsPage(), layerOrder],
  css: { transformer: 'lightningcss', lightningcss: { targets: CSS_TARGETS } },
  build: {
    target: BROWSERS,
    outDir: 'dist/web',
    assetsInlineLimit: 0,
    // Read by the build, which then removes it.
    manifest: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
