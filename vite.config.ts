import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { legalMarkdown } from './src/build/legal-markdown.ts';

/** Browsers that know light-dark(), nesting and layers, so that none of them is rewritten. */
const BROWSERS = ['chrome123', 'edge123', 'firefox121', 'safari17.5'];

export default defineConfig({
  plugins: [react(), legalMarkdown()],
  css: { transformer: 'lightningcss' },
  build: {
    target: BROWSERS,
    cssTarget: BROWSERS,
    outDir: 'dist/web',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
