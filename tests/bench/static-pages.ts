import type { Browser, Page } from 'playwright-core';
import { usedStyles } from './used-styles.ts';

/** Lighthouse's own phone. */
const PHONE = { width: 412, height: 823 };

const SCRIPTS = /<script\b[^>]*>[\s\S]*?<\/script>/g;
const SCRIPT_PRELOADS = /<link\b[^>]*\b(?:rel="modulepreload"|as="script")[^>]*>/g;
/** What a page by hand would not have: the script's, and what waits for another route. */
const SURPLUS = 'script, template, style, link[rel="stylesheet"], link[rel="modulepreload"]';

const withoutScripts = (html: string): string =>
  html.replace(SCRIPTS, '').replace(SCRIPT_PRELOADS, '');

const asShown = async (page: Page, address: string): Promise<string> => {
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.locator('h1').first().waitFor();
  const styles = await page.evaluate(usedStyles);
  const html = await page.evaluate((surplus) => {
    for (const element of document.querySelectorAll(surplus)) element.remove();
    return document.documentElement.outerHTML;
  }, SURPLUS);
  return `<!doctype html>${html.replace('</head>', () => `<style>${styles}</style></head>`)}`;
};

/**
 * What a page by hand would be. Of home, the built document without any script; of another route,
 * what the browser shows, as HTML with the styles that it uses inlined.
 *
 * @param url the site's, without a slash at its end
 */
export const staticPage = async (browser: Browser, url: string, route: string): Promise<string> => {
  const page = await browser.newPage({ viewport: PHONE });
  try {
    if (route !== '/') return await asShown(page, `${url}/#${route}`);
    const answer = await page.goto(`${url}/`);
    return withoutScripts((await answer?.text()) ?? '');
  } finally {
    await page.close();
  }
};
