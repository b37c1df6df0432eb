import type { Page } from 'playwright-core';

interface SteadyPage {
  releasePage?: () => void;
}

/** Runs in the page: what is random or blinks is constant until `releasePage`. */
const steadyContent = (hasToasts: boolean) => {
  const page = globalThis as SteadyPage;
  const undo: (() => void)[] = [];
  // Toasts end by time. The content policy allows style sheets of scripts, but no style elements.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    ${hasToasts ? '' : `section[aria-label='Notifications'] { visibility: hidden !important; }`}
    * { caret-color: transparent !important; content-visibility: visible !important; }
  `);
  document.adoptedStyleSheets.push(sheet);
  undo.push(() => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
  });
  const replaced = (text: string): string =>
    text
      .replace(/acme-\d+\.example/gi, 'acme.example')
      .replace(/^(Resend in) \d+$/, '$1 30')
      .replace(/\d+ [A-Z][a-z]{2} \d{4}(, \d\d:\d\d)?/g, (_, minute) =>
        minute ? '20 Nov 2026, 14:30' : '20 Nov 2026',
      )
      .replace(/\b10\.0\.\d+\.\d+/, '10.0.0.1');
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const text = node as Text;
    const before = text.data;
    if (replaced(before) === before) continue;
    text.data = replaced(before);
    undo.push(() => {
      text.data = before;
    });
  }
  for (const input of document.querySelectorAll('input')) {
    const before = input.value;
    if (before === '' || input.type === 'file') continue;
    const after = /^Digit/.test(input.ariaLabel ?? '') ? '0' : replaced(before);
    if (after === before) continue;
    input.value = after;
    undo.push(() => {
      input.value = before;
    });
  }
  page.releasePage = () => {
    for (const restore of undo) restore();
  };
};

/**
 * Runs a function while the page shows constants: addresses of tests without their number, a full
 * resend pause, codes of zeros, one day, no caret, toasts only on request. The pointer is above nothing.
 */
export const whileSteady = async (
  page: Page,
  hasToasts: boolean,
  run: () => Promise<void>,
): Promise<void> => {
  await page.mouse.move(0, 0);
  await page.evaluate(steadyContent, hasToasts);
  await run();
  await page.evaluate(() => (globalThis as SteadyPage).releasePage?.());
};
