import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { approvedPictures, chartsPage, eventPayloads } from '#build/charts/charts-page.ts';
import { legalMarkdown } from '#build/legal/parse-legal.ts';
import { chunkGroups, listModules } from '#build/site/chunk-groups.ts';
import { CLASS_NAME_PATTERN, classNamesInPlace, shortClassNames } from '#build/site/class-names.ts';
import {
  accountScript,
  brandedSite,
  chartDescriptions,
  endpointValues,
  optionalModules,
  pageDescriptions,
} from '#build/site/plugins.ts';
import { apiPage } from './src/build/openapi/api-page.ts';

/** Browsers with light-dark(), nesting and layers, so that these need no transpilation. */
const BROWSERS = ['chrome123', 'edge123', 'firefox121', 'safari17.5'];
/** The same versions in Lightning CSS's encoding. */
const CSS_TARGETS = {
  chrome: 123 << 16,
  edge: 123 << 16,
  firefox: 121 << 16,
  safari: (17 << 16) | (5 << 8),
};

/** Replaces the shim of useSyncExternalStore by React's own hook. */
const REACT_HOOKS = [
  { find: /^use-sync-external-store\/shim(?:\/index\.js)?$/, replacement: 'react' },
  {
    find: /^use-sync-external-store\/shim\/with-selector$/,
    replacement: 'use-sync-external-store/with-selector',
  },
];

const LAYERS = '@layer reset,tokens,base,components,print;';

/**
 * Declares the order of cascade layers at the top of every stylesheet. Chunks are linked in any order,
 * and the first stylesheet would otherwise define the order.
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
  plugins: [
    react(),
    endpointValues(),
    optionalModules(),
    legalMarkdown(),
    brandedSite(),
    accountScript(),
    chartsPage(),
    chartDescriptions(),
    pageDescriptions(),
    shortClassNames(),
    classNamesInPlace(),
    apiPage(),
    eventPayloads(),
    approvedPictures(),
    layerOrder,
    listModules(),
  ],
  resolve: { alias: REACT_HOOKS },
  css: {
    transformer: 'lightningcss',
    lightningcss: {
      targets: CSS_TARGETS,
      drafts: { customMedia: true },
      cssModules: { pattern: CLASS_NAME_PATTERN },
    },
  },
  build: {
    target: BROWSERS,
    outDir: 'dist/web',
    assetsInlineLimit: 0,
    // The prerenderer reads the manifest and removes it.
    manifest: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  // Only in the client: in the prerender bundle, chunk groups would create a circular wait.
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: { codeSplitting: chunkGroups },
          // Drops what reads React's properties at module level without using them.
          treeshake: { propertyReadSideEffects: false },
          // A chunk of constants, such as the storage keys, is not loaded for one of them.
          optimization: { inlineConst: { mode: 'all', pass: 2 } },
          // Its advice, which a busy machine gets, reads as a warning.
          checks: { bundlerTimings: false },
        },
      },
    },
  },
});
