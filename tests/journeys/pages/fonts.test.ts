import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import { fontFamilies } from '#tests/support/browser/test-fonts.ts';
import { skipBecause } from '#tests/support/skip-reporter.ts';

const journey = setUpSite();

/** The PostScript names of the system fonts that an element is painted with. */
const paintedFonts = async (page: Page, selector: string): Promise<string[]> => {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
  return fonts.filter(({ isCustomFont }) => !isCustomFont).map((font) => font.postScriptName);
};

test.for(fontFamilies)(
  'text is painted in %s, and so are headings until their font loads',
  async (font, context) => {
    const isLinux = process.platform === 'linux';
    skipBecause(context, isLinux ? undefined : 'the browser does not read fontconfig here');
    const { page } = await journey.site.visitor({ font });
    await page.route('**/fonts/*', () => {});
    await page.goto('/#/login', { waitUntil: 'commit' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    const [regular, bold] =
      font === 'DejaVu Sans'
        ? ['DejaVuSans', 'DejaVuSans-Bold']
        : [`${font}-Regular`, `${font}-Bold`];
    await expect.poll(() => paintedFonts(page, 'h1')).toEqual([bold]);
    expect(await paintedFonts(page, 'footer ul a')).toEqual([regular]);
  },
);
