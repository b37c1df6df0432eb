import type { Plugin } from 'vite';
import { parseLegal } from './parse-legal.ts';

const LEGAL_TEXT = /\/content\/legal\/([a-z-]+)\.md$/;

/** Turns an import of a legal text into the document that the build has parsed. */
export const legalMarkdown = (): Plugin => ({
  name: 'legal-markdown',
  enforce: 'pre',
  transform(code, id) {
    const [, name] = LEGAL_TEXT.exec(id) ?? [];
    if (name === undefined) return;
    const document = JSON.stringify(parseLegal(`/${name}`, code));
    return { code: `export default ${document};`, map: null, moduleType: 'js' };
  },
});
