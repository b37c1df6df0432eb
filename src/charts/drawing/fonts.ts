/** The texts of a drawing, in px. The stylesheet of the drawing and what is measured agree on them. */
export const FONTS = {
  title: { size: 15, line: 22, weight: 600 },
  text: { size: 13, line: 18, weight: 400 },
  label: { size: 13, line: 17, weight: 500 },
  tag: { size: 11.5, line: 20, weight: 600 },
} as const;

export type FontName = keyof typeof FONTS;

const FAMILY =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif';

/** Where nothing draws, a letter is about this wide, in parts of its height. */
const LETTER_WIDTH = 0.58;

let canvas: CanvasRenderingContext2D | null | undefined;

/** How wide a text is drawn, in px; an estimate outside a browser. */
export const textWidth = (text: string, font: FontName): number => {
  const { size, weight } = FONTS[font];
  canvas ??=
    typeof document === 'undefined' ? null : document.createElement('canvas').getContext('2d');
  if (!canvas) return text.length * size * LETTER_WIDTH;
  canvas.font = `${weight} ${size}px ${FAMILY}`;
  // As the stylesheet has it: only then do widths follow the scale.
  canvas.textRendering = 'geometricPrecision';
  return canvas.measureText(text).width;
};

/** Breaks a text into lines that are at most `width` px wide, a longer word apart. */
export const wrapText = (text: string, font: FontName, width: number): string[] => {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = `${lines.at(-1) ?? ''} ${word}`;
    if (lines.length > 0 && textWidth(longer, font) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
};
