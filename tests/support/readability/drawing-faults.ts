/**
 * Runs in the page: the drawings with a fixed size that are shown in another one. These are elements
 * whose styles name their size in pixels, and dots and chevrons, which are empty pseudo-elements in a
 * flex row.
 */
export const drawingFaults = (): string[] => {
  const faults: string[] = [];
  const measure = (box: Element, style: CSSStyleDeclaration, width: number, height: number) => {
    const [shownWidth, shownHeight] = [style.width, style.height].map(Number.parseFloat);
    if (Math.hypot((shownWidth ?? 0) - width, (shownHeight ?? 0) - height) > 0.1)
      faults.push(`${box.outerHTML}: ${width} x ${height}, shown ${shownWidth} x ${shownHeight}`);
  };
  for (const box of document.querySelectorAll('#root *')) {
    const style = getComputedStyle(box);
    if (!box.checkVisibility() || style.display === 'inline') continue;
    const [width, height] = ['width', 'height'].map((name) => {
      const size = box.computedStyleMap().get(name);
      return size instanceof CSSUnitValue && size.unit === 'px' ? size.value : undefined;
    });
    if (width !== undefined && height !== undefined) measure(box, style, width, height);
    if (!style.display.endsWith('flex')) continue;
    for (const name of ['::before', '::after']) {
      const part = getComputedStyle(box, name);
      if (part.content !== '""' || part.position !== 'static') continue;
      const size = Number.parseFloat(part.height);
      measure(box, part, size, size);
    }
  }
  return faults;
};
