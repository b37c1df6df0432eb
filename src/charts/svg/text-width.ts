/** Fonts with the same widths on each system: Arial, Helvetica, and what replaces them on Linux. */
export const FONT = "Arial, Helvetica, Arimo, 'Liberation Sans', sans-serif";

type Weight = 'plain' | 'bold';

/** Widths in thousandths of the font size, from the fonts' own tables, which are alike. */
const WIDTHS: Record<Weight, [width: number, letters: string][]> = {
  plain: [
    [191, "'"],
    [222, 'ijl'],
    [260, '|'],
    [278, ' !,./:;I[\\]ft'],
    [334, '()-`r{}'],
    [355, '"'],
    [389, '*'],
    [469, '^'],
    [500, 'Jcksvxyz'],
    [556, '#$0123456789?L_abdeghnopqu'],
    [584, '+<=>~'],
    [611, 'FTZ'],
    [667, '&ABEKPSVXY'],
    [722, 'CDHNRUw'],
    [778, 'GOQ'],
    [833, 'Mm'],
    [889, '%'],
    [944, 'W'],
  ],
  bold: [
    [238, "'"],
    [280, ' ,./I\\ijl|'],
    [333, '!()-:;[]`ft'],
    [389, '*r{}'],
    [474, '"'],
    [500, 'z'],
    [556, '#$0123456789J_aceksvxy'],
    [584, '+<=>^~'],
    [611, '?FLTZbdghnopqu'],
    [667, 'EPSVXY'],
    [722, '&ABCDHKNRU'],
    [778, 'GOQw'],
    [889, 'M%m'],
    [944, 'W'],
  ],
};

/** Widest letter of the tables, and of most scripts that they do not have. */
const OTHER = 1015;

const tables = Object.fromEntries(
  Object.entries(WIDTHS).map(([weight, groups]) => [
    weight,
    new Map(groups.flatMap(([width, letters]) => [...letters].map((letter) => [letter, width]))),
  ]),
);

/** The width of a text in px at a font size in px. */
export const textWidth = (text: string, sizePx: number, weight: Weight = 'plain'): number => {
  const widths = [...text].map((letter) => tables[weight]?.get(letter) ?? OTHER);
  return (widths.reduce((sum, width) => sum + width, 0) * sizePx) / 1000;
};

/** The text in lines of at most so many px, broken at spaces. */
export const wrapText = (text: string, sizePx: number, widthMax: number): string[] => {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && textWidth(longer, sizePx) <= widthMax) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
};
