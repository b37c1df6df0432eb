import { subsetHeadingFont } from '../assets/heading-font.ts';
import { ROOT } from '../root.ts';
import type { Command } from './command-table.ts';

export const command: Command = {
  help: `node src/build/run.js subset-font: subsets the heading font into public/fonts.
The results are committed, so that a build needs no font tools.`,
  run: () => subsetHeadingFont(`${ROOT}public/fonts/bricolage-grotesque-650.woff2`),
};
