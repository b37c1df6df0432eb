/**
 * Runs in the page, which is mirrored: addresses, numbers and drawings that do not run from left to
 * right, and arrows that point the wrong way.
 */
export const directionFaults = (): string[] => {
  const faults: string[] = [];
  const expectStyle = (selector: string, property: string, value: string) => {
    for (const box of document.querySelectorAll(selector)) {
      const actual = getComputedStyle(box).getPropertyValue(property);
      if (actual !== value) faults.push(`${selector}: ${property} is ${actual}, not ${value}`);
    }
  };
  expectStyle('input:is([type=email], [type=tel], [type=url])', 'direction', 'ltr');
  expectStyle('a:is([href^="mailto:"], [href^="tel:"])', 'direction', 'ltr');
  expectStyle('svg', 'direction', 'ltr');
  // The chevron points down in its own drawing.
  expectStyle('[aria-roledescription=carousel] [aria-label^=Next]', 'rotate', '90deg');
  expectStyle('[aria-roledescription=carousel] [aria-label^=Previous]', 'rotate', '-90deg');

  const digits = [...document.querySelectorAll('input[aria-label^=Digit]')];
  const lefts = digits.map((digit) => digit.getBoundingClientRect().left);
  if (lefts.some((left, index) => index > 0 && left <= (lefts[index - 1] ?? 0)))
    faults.push('the digits of a code run from right to left');
  return faults;
};
