/**
 * Runs in the page: the rules of all its stylesheets that an element of it could match in any
 * state, with the layers and conditions that they stand in.
 */
export const usedStyles = (): string => {
  const isUsed = (selector: string): boolean => {
    try {
      // Without pseudo-elements, and without states that nothing is in now.
      const bare = selector.replace(
        /::[\w-]+(?:\([^)]*\))?|:(?:hover|focus|focus-visible|focus-within|active|disabled|checked|open|user-invalid|autofill|placeholder-shown)\b/g,
        '',
      );
      return (
        bare.trim() === '' || document.querySelector(bare.replace(/^,|,\s*(?=,|$)/g, '')) !== null
      );
    } catch {
      return true;
    }
  };
  const textOf = (rule: CSSRule): string => {
    if (rule instanceof CSSStyleRule) return isUsed(rule.selectorText) ? rule.cssText : '';
    if (rule instanceof CSSGroupingRule) {
      const inside = [...rule.cssRules].map(textOf).join('');
      const [head = ''] = rule.cssText.split('{', 1);
      return inside && `${head}{${inside}}`;
    }
    return rule.cssText;
  };
  return [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules])
    .map(textOf)
    .join('');
};
