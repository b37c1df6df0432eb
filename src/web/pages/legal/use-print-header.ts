import { useEffect } from 'react';

/**
 * Prints the title in the top margin of every page but the first. CSS cannot copy text of the
 * document into a page margin, so the rule is built here, as a constructed stylesheet: the content
 * security policy allows no style elements.
 */
export const usePrintHeader = (title: string): void => {
  useEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      `@page { @top-left { content: ${JSON.stringify(title)}; font: 9pt sans-serif; } }
      @page :first { @top-left { content: none; } }`,
    );
    document.adoptedStyleSheets.push(sheet);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    };
  }, [title]);
};
