/**
 * Runs in the page, in forced colours: boxes that were drawn by their background alone, texts and
 * drawings in the colour of what is behind them, controls without an edge or a focus ring.
 */
export const colourFaults = (): string[] => {
  /** WCAG 1.4.3 for text, 1.4.11 for everything else. */
  const TEXT_CONTRAST = 4.5;
  const SHAPE_CONTRAST = 3;
  const RING_PX = 2;

  const canvas = new OffscreenCanvas(1, 1).getContext('2d', {
    willReadFrequently: true,
  }) as OffscreenCanvasRenderingContext2D;
  const known = new Map<string, { luminance: number; isClear: boolean }>();
  /** The relative luminance of any CSS colour, as WCAG defines it. */
  const measure = (colour: string) => {
    const before = known.get(colour);
    if (before) return before;
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
    const [r = 0, g = 0, b = 0] = [red, green, blue].map((channel) => {
      const share = channel / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    const result = { luminance: 0.2126 * r + 0.7152 * g + 0.0722 * b, isClear: alpha < 128 };
    known.set(colour, result);
    return result;
  };
  const contrast = (one: string, other: string) => {
    const [light = 0, dark = 0] = [one, other]
      .map((colour) => measure(colour).luminance)
      .sort((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
  };

  /** The colour that is painted behind the content of a box. */
  const groundOf = (box: Element | null): string => {
    if (!box) return 'Canvas';
    const { backgroundColor } = getComputedStyle(box);
    return measure(backgroundColor).isClear ? groundOf(box.parentElement) : backgroundColor;
  };
  const hasEdge = (style: CSSStyleDeclaration, ground: string) =>
    ['top', 'right', 'bottom', 'left'].some(
      (side) =>
        Number.parseFloat(style.getPropertyValue(`border-${side}-width`)) > 0 &&
        contrast(style.getPropertyValue(`border-${side}-color`), ground) > SHAPE_CONTRAST,
    );
  const hasOutline = (style: CSSStyleDeclaration, ground: string) =>
    style.outlineStyle !== 'none' &&
    Number.parseFloat(style.outlineWidth) >= RING_PX &&
    contrast(style.outlineColor, ground) > SHAPE_CONTRAST;
  const isHidden = (box: Element) => getComputedStyle(box).clipPath === 'inset(50%)';

  const faults: string[] = [];
  const report = (fault: string, box: Element) =>
    faults.push(`${fault}: ${box.outerHTML.slice(0, 120)}`);

  /** A field's edge and focus ring may be those of the frame around it, or of its label. */
  const aroundControl = (control: HTMLElement): Element[] => {
    const around = [control, control.parentElement, control.parentElement?.parentElement];
    const label = (control as HTMLInputElement).labels?.[0];
    return [...around, label].filter((box) => box instanceof Element);
  };

  const checkText = (box: Element, style: CSSStyleDeclaration) => {
    const hasText = [...box.childNodes].some((node) => node instanceof Text && node.data.trim());
    const colour = box instanceof SVGElement ? style.fill : style.color;
    if (hasText && contrast(colour, groundOf(box)) < TEXT_CONTRAST)
      report(`text in ${colour} on ${groundOf(box)}`, box);
  };

  const checkDrawing = (svg: SVGSVGElement) => {
    const paints = [...svg.querySelectorAll('path, circle, rect, line, polyline')]
      .map((shape) => getComputedStyle(shape))
      .flatMap(({ fill, stroke }) => [fill, stroke])
      .filter((paint) => paint !== 'none');
    if (paints.every((paint) => contrast(paint, groundOf(svg)) < SHAPE_CONTRAST))
      report('a drawing that cannot be seen', svg);
  };

  /** An empty box shows something only by its edge, or by a background that contrasts. */
  const checkEmptyBox = (box: Element, part?: '::before' | '::after') => {
    const style = getComputedStyle(box, part);
    if (
      part
        ? style.content !== '""'
        : box.childNodes.length > 0 || box.matches('img, input, textarea, iframe')
    )
      return;
    if (style.display === 'none' || style.backgroundImage !== 'none') return;
    // It is drawn by a pseudo-element, which is checked itself.
    const isDrawnBy = (name: string) => getComputedStyle(box, name).content !== 'none';
    if (!part && (isDrawnBy('::before') || isDrawnBy('::after'))) return;
    const { width, height } = part ? style : box.getBoundingClientRect();
    if (Number.parseFloat(`${width}`) === 0 || Number.parseFloat(`${height}`) === 0) return;
    const ground = groundOf(part ? box : box.parentElement);
    const { backgroundColor } = style;
    const isFilled =
      !measure(backgroundColor).isClear && contrast(backgroundColor, ground) > SHAPE_CONTRAST;
    if (!isFilled && !hasEdge(style, ground)) report(`an invisible box ${part ?? ''}`, box);
  };

  const checkControl = (control: HTMLElement) => {
    const around = aroundControl(control);
    const groundBehind = (box: Element) => groundOf(box.parentElement);
    const { appearance, textDecorationLine } = getComputedStyle(control);
    const isLink = control.matches('a, summary, [tabindex]') || textDecorationLine === 'underline';
    const isVisible = () =>
      around.some((box) => hasEdge(getComputedStyle(box), groundBehind(box))) ||
      appearance === 'auto';
    // The icon or the words of a button that lies in its frame are enough.
    const isPlain = control.matches('button') && control.querySelector('svg') !== null;
    if (!isLink && !isPlain && !isVisible()) report('a control without an edge', control);
    control.focus({ preventScroll: true, focusVisible: true });
    if (
      document.activeElement === control &&
      !around.some((box) => hasOutline(getComputedStyle(box), groundBehind(box)))
    )
      report('no focus ring', control);
    control.blur();
  };

  const root = document.querySelector(':modal') ?? document.body;
  for (const box of root.querySelectorAll('*')) {
    if (!box.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (isHidden(box)) continue;
    checkText(box, getComputedStyle(box));
    if (box instanceof SVGSVGElement) checkDrawing(box);
    if (box instanceof SVGElement) continue;
    checkEmptyBox(box);
    checkEmptyBox(box, '::before');
    checkEmptyBox(box, '::after');
    const isControl = box.matches('a[href], button, input, select, textarea, summary');
    if (
      isControl &&
      !box.matches(':disabled, [aria-disabled]:not([aria-busy])') &&
      !box.closest('[inert], [aria-hidden=true]')
    )
      checkControl(box as HTMLElement);
  }
  // The messages of a drawn chat are told apart by their backgrounds.
  for (const message of root.querySelectorAll('#feature-follow-up [role=img] p + p'))
    if (!hasEdge(getComputedStyle(message), groundOf(message.parentElement)))
      report('a message without an edge', message);
  return faults;
};
