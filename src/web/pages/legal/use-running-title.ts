import { useEffect } from 'react';

/**
 * Prints a title at the top of every sheet but the first, which begins with it. A page's margin
 * knows no text of the document, so the rule is made for it; as a sheet of the script's own, no
 * content security policy forbids it.
 */
export const useRunningTitle = (title: string): void => {
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
