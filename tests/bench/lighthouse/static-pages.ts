import type { Browser } from 'playwright-core';

const SCRIPTS = /<script\b[^>]*>[\s\S]*?<\/script>/g;
/** Templates of other routes, which a hand-written page would not contain. */
const TEMPLATES = /<template\b[^>]*>[\s\S]*?<\/template>/g;

/** The document's own address for a hash address: `/login` for `/#/login`. */
export const documentOf = (address: string): string => address.replace('/#', '');

/** The built document of a page without scripts, as a baseline. */
export const staticPage = async (browser: Browser, url: string): Promise<string> => {
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  const response = await context.request.get(url);
  const html = await response.text();
  await context.close();
  return html.replace(SCRIPTS, '').replace(TEMPLATES, '');
};
