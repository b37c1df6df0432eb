/**
 * Runs in the page: the number of texts that take several lines, and those that end with one word alone which is
 * shorter than a quarter of the longest line.
 */
export const measureLastLines = () => {
  const isInline = (box: Element | null) =>
    box !== null && getComputedStyle(box).display.startsWith('inline');
  const texts = new Map<Element, { left: number; right: number; bottom: number; word: string }[]>();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    let block = node.parentElement;
    while (isInline(block)) block = block?.parentElement ?? null;
    // The lines of a drawing are set by hand.
    if (!block?.checkVisibility() || block.closest('svg')) continue;
    for (const { 0: word, index } of node.nodeValue?.matchAll(/\S+/g) ?? []) {
      const range = new Range();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const { left, right, bottom } = range.getBoundingClientRect();
      texts.set(block, [...(texts.get(block) ?? []), { left, right, bottom, word }]);
    }
  }
  const faults: string[] = [];
  let count = 0;
  for (const [block, words] of texts) {
    const half = Number.parseFloat(getComputedStyle(block).fontSize) / 2;
    const lineOf = (one: { bottom: number }) =>
      words.filter(({ bottom }) => Math.abs(bottom - one.bottom) < half);
    const widthOf = (one: { bottom: number }) => {
      const line = lineOf(one);
      return Math.max(...line.map(({ right }) => right)) - Math.min(...line.map((w) => w.left));
    };
    const last = words.at(-1);
    if (!last || lineOf(last).length === words.length) continue;
    count += 1;
    const widest = Math.max(...words.map(widthOf));
    if (lineOf(last).length === 1 && widthOf(last) < widest / 4)
      faults.push(words.map(({ word }) => word).join(' '));
  }
  return { count, faults };
};
