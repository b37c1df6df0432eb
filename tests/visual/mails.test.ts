import { expect, test } from 'vitest';
import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import { sampleMails } from '#tests/support/server/mail/sample-mails.ts';
import { checkPagePictures } from '#tests/support/visual/check-page-pictures.ts';
import { REMEDY } from '#tests/support/visual/check-picture.ts';

const journey = setUpSite();

test.each(Object.entries(sampleMails))('the mail %s looks as approved', async (name, { html }) => {
  const { page } = await journey.site.visitor();
  await page.setContent(html);
  expect(await checkPagePictures(page, `mails/${name}`), REMEDY).toEqual([]);
});
