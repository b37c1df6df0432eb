import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { brandedSite } from './src/build/branded-site.ts';
import { chartsPage } from './src/build/charts-page.ts';
import { chunkGroups } from './src/build/chunk-groups.ts';
import { legalMarkdown } from './src/build/legal-markdown.ts';
import { listModules } from './src/build/list-modules.ts';

/** Browsers that know light-dark(), nesting and layers, so that none of them is rewritten. */
const BROWSERS = ['chrome123', 'edge123', 'firefox121', 'safari17.5'];
/** The same for Lightning CSS, which has its own way to write versions. */
const CSS_TARGETS = {
  chrome: 123 << 16,
  edge: 123 << 16,
  firefox: 121 << 16,
  safari: (17 << 16) | (5 << 8),
};

/** React's own hook in the place of a copy for the versions of React that had none. */
const REACTS_OWN = [
  { find: /^use-sync-external-store\/shim(?:\/index\.js)?$/, replacement: 'react' },
  {
    find: /^use-sync-external-store\/shim\/with-selector$/,
    replacement: 'use-sync-external-store/with-selector',
  },
];

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
  plugins: [react(), legalMarkdown(), brandedSite(), chartsPage(), layerOrder, listModules()],
  resolve: { alias: REACTS_OWN },
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
  // The page alone: what prerenders it waits for a page's chunk before it has ended itself.
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: chunkGroups } } } },
  },
});
