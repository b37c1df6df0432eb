import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { ROOT } from '../root.ts';
import { readChartSource } from './read-chart-source.ts';

/** Vite marks the id of a virtual module with a null character. */
const RESOLVED = '\0virtual:event-payloads';
const MACHINES = join(ROOT, 'machines');

/**
 * Provides `virtual:event-payloads`: for each chart, the payload fields of each event type, read from
 * the chart's TypeScript source.
 */
export const eventPayloads = (): Plugin => ({
  name: 'event-payloads',
  resolveId: { filter: { id: /^virtual:event-payloads$/ }, handler: () => RESOLVED },
  load: {
    filter: { id: /virtual:event-payloads$/ },
    handler() {
      const files = readdirSync(MACHINES).filter((file) => file.endsWith('.ts'));
      const payloads = files.map((file) => {
        const path = join(MACHINES, file);
        this.addWatchFile(path);
        const source = readChartSource(readFileSync(path, 'utf8'));
        return [file.replace(/\.ts$/, ''), source.payloads];
      });
      return `export default ${JSON.stringify(Object.fromEntries(payloads))};`;
    },
  },
});
