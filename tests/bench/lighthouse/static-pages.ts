import type { Browser, Page } from 'playwright-core';
import { usedStyles } from './used-styles.ts';

/** Lighthouse's phone. */
const PHONE = { width: 412, height: 823 };

const SCRIPTS = /<script\b[^>]*>[\s\S]*?<\/script>/g;
const SCRIPT_PRELOADS = /<link\b[^>]*\b(?:rel="modulepreload"|as="script")[^>]*>/g;
/** What a hand-written page would not contain: scripts, and templates of other routes. */
const SURPLUS = 'script, template, style, link[rel="stylesheet"], link[rel="modulepreload"]';

const withoutScripts = (html: string): string =>
  html.replace(SCRIPTS, '').replace(SCRIPT_PRELOADS, '');

const renderedHtml = async (page: Page, address: string): Promise<string> => {
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
 * A static page with the same content as a baseline. For home, the built document without scripts;
 * for other routes, the rendered HTML with the styles it uses inlined.
 *
 * @param url the site's URL without a trailing slash
 */
export const staticPage = async (browser: Browser, url: string, route: string): Promise<string> => {
  const page = await browser.newPage({ viewport: PHONE });
  try {
    if (route !== '/') return await renderedHtml(page, `${url}/#${route}`);
    const response = await page.goto(`${url}/`);
    return withoutScripts((await response?.text()) ?? '');
  } finally {
    await page.close();
  }
};
