/**
 * Runs in the page: the texts that a box cuts off, those that lie on one another, and the words that are
 * broken more than once.
 */
export const textFaults = (): string[] => {
  /** A smaller difference is rounding, or the space around a letter. */
  const TOLERANCE_PX = 2;
  /** The space above and below the letters, as a part of the height of a line. */
  const LEADING = 0.22;

  /** In a narrower window, a word may need several lines; a longer word, in any. */
  const WINDOW_MIN_REM = 12;
  const WORD_MAX = 15;

  interface Line {
    node: Text;
    left: number;
    right: number;
    top: number;
    bottom: number;
  }

  const nameOf = ({ data, parentElement }: Text) =>
    `<${parentElement?.localName}> “${data.trim().slice(0, 40)}”`;

  const hidden = new Map<Element, boolean>();
  /** Whether a box or one around it shows nothing: content for screen readers, a slide at the side. */
  const isHidden = (box: Element | null): boolean => {
    if (!box) return false;
    const known = hidden.get(box);
    if (known !== undefined) return known;
    const { clipPath, opacity } = getComputedStyle(box);
    const result =
      clipPath === 'inset(50%)' ||
      opacity === '0' ||
      box.hasAttribute('inert') ||
      isHidden(box.parentElement);
    hidden.set(box, result);
    return result;
  };

  const linesOf = (node: Text): Line[] => {
    const range = new Range();
    range.selectNodeContents(node);
    // The rectangles of a range leave `lengthAdjust` out.
    const drawn = node.parentElement?.closest('[lengthAdjust]');
    return [...(drawn ?? range).getClientRects()]
      .filter(({ width, height }) => width > 0 && height > 0)
      .map(({ left, right, top, bottom, height }) => ({
        node,
        left,
        right,
        top: top + height * LEADING,
        bottom: bottom - height * LEADING,
      }));
  };

  const cut = new Set<Text>();
  /** The part of a line that the boxes around it show, if any. Parts to scroll to are not cut off. */
  const visiblePart = (line: Line): Line | undefined => {
    const part = { ...line };
    for (let box = line.node.parentElement; box && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(box);
      if (overflowX === 'visible' && overflowY === 'visible') continue;
      const edge = box.getBoundingClientRect();
      const isCut = (overflow: string, excess: number) =>
        /hidden|clip/.test(overflow) && excess > TOLERANCE_PX;
      if (
        isCut(overflowX, Math.max(edge.left - part.left, part.right - edge.right)) ||
        isCut(overflowY, Math.max(edge.top - part.top, part.bottom - edge.bottom))
      )
        cut.add(line.node);
      part.left = Math.max(part.left, edge.left);
      part.right = Math.min(part.right, edge.right);
      part.top = Math.max(part.top, edge.top);
      part.bottom = Math.min(part.bottom, edge.bottom);
      if (part.left >= part.right || part.top >= part.bottom) return undefined;
    }
    return part;
  };

  const isSmallWindow =
    innerWidth / Number.parseFloat(getComputedStyle(document.documentElement).fontSize) <
    WINDOW_MIN_REM;

  const isBroken = (node: Text): boolean =>
    !isSmallWindow &&
    [...node.data.matchAll(/\S+/g)].some(({ 0: word, index }) => {
      if (word.length > WORD_MAX) return false;
      const range = new Range();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      // A part of a line in the other direction has a rectangle of its own.
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      // A hyphen is a place to break.
      return lines.size > 2 + (word.match(/[-/@.]/g)?.length ?? 0);
    });

  const faults: string[] = [];
  const nodes: Text[] = [];
  const lines: Line[] = [];
  const root = document.querySelector(':modal') ?? document.body;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let next = walker.nextNode(); next; next = walker.nextNode()) {
    const node = next as Text;
    const box = node.parentElement;
    if (!node.data.trim() || !box?.checkVisibility({ visibilityProperty: true })) continue;
    if (isHidden(box)) continue;
    const own = linesOf(node);
    nodes.push(node);
    lines.push(...own.map(visiblePart).filter((line) => line !== undefined));
    if (own.length > 2 && !(box instanceof SVGElement) && isBroken(node))
      faults.push(`broken: ${nameOf(node)}`);
  }

  const isWholeElsewhere = (node: Text) =>
    nodes.some((other) => !cut.has(other) && other.data.trim() === node.data.trim());
  for (const node of cut) if (!isWholeElsewhere(node)) faults.push(`cut off: ${nameOf(node)}`);

  const pictureOf = ({ node }: Line) => node.parentElement?.closest('[role=img]');
  /** The screens of a drawn product may lie on one another. */
  const isStacked = (one: Line, other: Line) =>
    pictureOf(one) && pictureOf(other) && pictureOf(one) !== pictureOf(other);

  lines.sort((one, other) => one.top - other.top);
  for (const [index, one] of lines.entries())
    for (let at = index + 1; at < lines.length; at += 1) {
      const other = lines[at] as Line;
      if (other.top > one.bottom - TOLERANCE_PX) break;
      const shared = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      if (shared > TOLERANCE_PX && one.node !== other.node && !isStacked(one, other))
        faults.push(`on one another: ${nameOf(one.node)}, ${nameOf(other.node)}`);
    }
  return faults;
};
