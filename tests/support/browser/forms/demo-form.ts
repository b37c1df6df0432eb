import type { Site } from '../site.ts';
import type { Visitor } from '../visitor.ts';

/** Fills in the open demo request form without submitting it. */
export const fillDemoForm = async ({ page }: Visitor, email: string): Promise<void> => {
  await page.getByLabel('Full name').fill('Asha Rao');
  await page.getByLabel('Work email').fill(email);
  await page.getByLabel('Company').fill('Acme Robotics');
  await page.getByLabel('Work phone number').fill('9876543210');
};

/** The number of stored demo requests with this email address. */
export const countLeads = async ({ db }: Pick<Site, 'db'>, email: string): Promise<number> =>
  (await db.selectFrom('leads').where('email', '=', email).select('id').execute()).length;

/** The stored demo request with this email address. */
export const readLead = ({ db }: Pick<Site, 'db'>, email: string) =>
  db.selectFrom('leads').selectAll().where('email', '=', email).executeTakeFirstOrThrow();
