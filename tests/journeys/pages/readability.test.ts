import { expect } from 'vitest';
import { waitUntilLaidOut } from '#tests/support/browser/axe.ts';
import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import { waitUntilMounted } from '#tests/support/browser/wait-until-mounted.ts';
import { describeConditions, testConditions } from '#tests/support/each-condition.ts';
import { expectReadable } from '#tests/support/readability/expect-readable.ts';
import { measureLastLines } from '#tests/support/readability/measure-last-lines.ts';
import { routes } from '#web/routing/routes.tsx';

const journey = setUpSite();

/** What depends on the system's font is read in each, what depends on colours in both schemes. */
const readers = [
  { font: 'Roboto', colorScheme: 'dark' },
  { font: 'Arimo', colorScheme: 'light' },
  { font: 'DejaVu Sans', colorScheme: 'light' },
] as const;

const titleOf = ({ font, colorScheme }: (typeof readers)[number]) => `in ${font}, ${colorScheme}`;

describeConditions(readers, titleOf, ({ font, colorScheme }) => {
  testConditions(
    [...Object.keys(routes), '/nowhere'],
    (path) => `${path} can be read and operated under every reading condition`,
    async (path) => {
      const { page } = await journey.site.visitor({ font, colorScheme, reducedMotion: 'reduce' });
      await page.goto(`/#${path}`);
      await page.locator('main h1').waitFor();
      await waitUntilMounted(page);
      await waitUntilLaidOut(page);

      for (const width of [390, 1280, 1440]) {
        await page.setViewportSize({ width, height: 844 });
        const { count, faults } = await page.evaluate(measureLastLines);
        expect(faults, `last lines at ${width} px`).toEqual([]);
        expect(count).toBeGreaterThan(0);
      }

      await expectReadable(page);

      // Every part of the page has been in the window.
      const moving = () =>
        page.evaluate(() =>
          document
            .getAnimations()
            .filter(({ playState }) => playState !== 'finished')
            .map(({ effect }) => (effect as KeyframeEffect).target?.outerHTML),
        );
      expect(await moving()).toEqual([]);
    },
  );
});
