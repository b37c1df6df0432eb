/**
 * Runs in the page: the controls beside the window or under something else, and those that something
 * covers when they take focus at an edge of the window (WCAG 2.4.11).
 */
export const controlFaults = (): string[] => {
  /** The part of the window's height that a sticky bar may take. */
  const BAR_SHARE_MAX = 0.25;
  /** More take seconds. */
  const CONTROLS_MAX = 80;
  const faults = new Set<string>();
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  const root = document.querySelector(':modal') ?? document.body;

  const nameOf = (control: Element) =>
    `<${control.localName}> “${(control.ariaLabel ?? control.textContent ?? '').trim().slice(0, 40)}”`;
  const isHidden = (box: Element) => getComputedStyle(box).clipPath === 'inset(50%)';
  const rectOf = (box: Element) => box.getClientRects()[0] ?? new DOMRect();

  /** The label is pressed in the place of a control that is not painted. */
  const targetOf = (control: Element): Element =>
    (isHidden(control) && (control as HTMLInputElement).labels?.[0]) || control;

  const isOnTop = (target: Element, x: number, y: number) =>
    target.contains(document.elementFromPoint(x, y));

  /** Whether any of nine points of the part in the window can be seen. */
  const isPartlySeen = (target: Element) => {
    const { left, right, top, bottom } = rectOf(target);
    const points = (from: number, to: number, end: number) =>
      [0.1, 0.5, 0.9].map((share) => {
        const start = Math.max(from, 0);
        return start + (Math.min(to, end) - start) * share;
      });
    return points(left, right, width).some((x) =>
      points(top, bottom, height).some((y) => isOnTop(target, x, y)),
    );
  };

  const controls = [
    ...root.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, [tabindex="0"]',
    ),
  ];
  // A legal text has hundreds of links that are alike.
  const step = Math.ceil(controls.length / CONTROLS_MAX);
  for (const control of controls.filter((_, index) => index % step === 0)) {
    const target = targetOf(control);
    if (isHidden(target) || control.closest('[inert], [aria-hidden=true]')) continue;
    if (!target.checkVisibility({ visibilityProperty: true })) continue;
    target.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { left, right, top, bottom } = rectOf(target);
    if (left < -1 || right > width + 1) faults.add(`beside the window: ${nameOf(control)}`);
    if (!isOnTop(target, (left + right) / 2, (top + bottom) / 2))
      faults.add(`covered: ${nameOf(control)}`);
    if (control.matches(':disabled')) continue;
    for (const distance of [top, bottom - height]) {
      target.scrollIntoView({ block: 'center', behavior: 'instant' });
      scrollBy({ top: distance, behavior: 'instant' });
      control.focus();
      if (!isPartlySeen(target)) faults.add(`focus is hidden: ${nameOf(control)}`);
      control.blur();
    }
  }

  scrollTo({ top: 0, behavior: 'instant' });
  for (const bar of document.querySelectorAll('header, details')) {
    const { position } = getComputedStyle(bar);
    const share = bar.getBoundingClientRect().height / height;
    if (/sticky|fixed/.test(position) && share > BAR_SHARE_MAX)
      faults.add(`a bar covers the window: ${nameOf(bar)}`);
  }
  return [...faults];
};
