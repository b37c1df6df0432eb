/**
 * Runs in the page: the CSS rules that match any of its elements in any state, with their layers
 * and conditions.
 */
export const usedStyles = (): string => {
  const isUsed = (selector: string): boolean => {
    try {
      // Pseudo-elements and states such as :hover are ignored for the match.
      const simplified = selector.replace(
        /::[\w-]+(?:\([^)]*\))?|:(?:hover|focus|focus-visible|focus-within|active|disabled|checked|open|user-invalid|autofill|placeholder-shown)\b/g,
        '',
      );
      return (
        simplified.trim() === '' ||
        document.querySelector(simplified.replace(/^,|,\s*(?=,|$)/g, '')) !== null
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
