import type { Browser } from 'playwright-core';

const SCRIPTS = /<script\b[^>]*>[\s\S]*?<\/script>/g;
/** Templates of other routes, which a hand-written page would not contain. */
const TEMPLATES = /<template\b[^>]*>[\s\S]*?<\/template>/g;

/** The document's own address for a hash address: `/login` for `/#/login`. */
export const documentOf = (address: string): string => address.replace('/#', '');

/** The built document of a page without scripts, as a baseline. */
export const staticPage = async (browser: Browser, url: string): Promise<string> => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  try {
    const response = await page.goto(url);
    if (!response?.ok()) throw new Error(`${url}: ${response?.status()}`);
    return (await response.text()).replace(SCRIPTS, '').replace(TEMPLATES, '');
  } finally {
    await page.close();
  }
};
