import { expect } from 'vitest';

/**
 * A heading of a printed document: its page number (from 1) and its height above the page's bottom.
 */
export interface PrintedHeading {
  title: string;
  page: number;
  heightPt: number;
}

const PAGE = /(\d+) 0 obj\s<<\/Type \/Page\s/g;
const ENTRY =
  /<<\/Title (?:\((.*?)\)|<FEFF([\dA-F]+)>)[^>]*?\/Dest \[(\d+) 0 R \/XYZ [\d.]+ ([\d.]+) /gs;

const fromUtf16 = (hex: string): string =>
  String.fromCharCode(...(hex.match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16)));

/**
 * Reads the outline of a PDF (ISO 32000-1 §12.3.3): the number of pages and the position of each
 * heading. Only the page texts are compressed, the outline is not.
 *
 * @param pdf made with `outline: true`
 */
export const readPrintedPdf = (pdf: Buffer): { pages: number; headings: PrintedHeading[] } => {
  const text = pdf.toString('latin1');
  const pages = [...text.matchAll(PAGE)].map(([, object]) => object);
  expect(pages.length).toBeGreaterThan(0);
  const headings = [...text.matchAll(ENTRY)].map(([, plain, hex, object, height]) => ({
    title: plain ?? fromUtf16(hex ?? ''),
    page: pages.indexOf(object) + 1,
    heightPt: Number(height),
  }));
  return { pages: pages.length, headings };
};
