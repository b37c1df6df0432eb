import { describe, expect, test } from 'vitest';
import type { Site } from '../browser/site.ts';
import { type ChartDrivers, traverseInBrowser } from '../chart-paths/traverse-in-browser.ts';
import { checkPagePictures } from './check-page-pictures.ts';
import { REMEDY } from './check-picture.ts';
import { flows } from './flows.ts';
import { whilePaused } from './pause-clock.ts';
import { stateName, stateWalks } from './state-walks.ts';

/**
 * Registers the tests that compare every state of a flow with its approved pictures, on the paths
 * that cover the edges of its chart.
 *
 * @param name of `flows`
 */
export const checkStatePictures = (site: () => Site, name: string, drivers: ChartDrivers): void => {
  const flow = flows.find((one) => one.name === name);
  if (!flow) throw new Error(`No flow is called ${name}`);
  const walks = stateWalks(flow).map((walk, index) => [index + 1, walk] as const);
  describe(name, () => {
    test.each(walks)('the states of path %i look as approved', async (_, { path, states }) => {
      const differences: string[] = [];
      const missing = new Set(states);
      await traverseInBrowser(site(), flow.machine, path, drivers, async (page, value) => {
        const state = stateName(value);
        if (!missing.delete(state)) return;
        await whilePaused(page, async () => {
          differences.push(...(await checkPagePictures(page, `${name}/${state}`)));
        });
      });
      expect([...missing]).toEqual([]);
      expect(differences, REMEDY).toEqual([]);
    });
  });
};
