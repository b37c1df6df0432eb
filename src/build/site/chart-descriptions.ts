import type { Plugin } from 'vite';

const DESCRIPTION = /\bdescription:\s+(?:'[^'\n]*'|"[^"\n]*"),?/g;

/**
 * Leaves the descriptions of the charts out of the site's scripts, no page of which shows them. The live
 * view does, so a build with VITE_CHARTS=1 keeps them.
 */
export const chartDescriptions = (): Plugin => ({
  name: 'chart-descriptions',
  enforce: 'pre',
  apply: (_config, { command }) => command === 'build' && process.env['VITE_CHARTS'] !== '1',
  transform: {
    filter: { id: /\/machines\/[a-z-]+\.ts$/ },
    handler: (code) => code.replace(DESCRIPTION, ''),
  },
});
