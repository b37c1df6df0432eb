import type { Site, Visitor } from './site.ts';

/** Fills in the form of a demo request, which is open, without sending it. */
export const fillDemo = async ({ page }: Visitor, email: string): Promise<void> => {
  await page.getByLabel('Full name').fill('Asha Rao');
  await page.getByLabel('Work email').fill(email);
  await page.getByLabel('Company').fill('Acme Robotics');
  await page.getByLabel('Work phone number').fill('9876543210');
};

/** How many demo requests came from an address. */
export const leadsFrom = async ({ db }: Site, email: string): Promise<number> =>
  (await db.selectFrom('leads').where('email', '=', email).select('id').execute()).length;
