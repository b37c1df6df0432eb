import type { Plugin } from 'vite';
import { parseLegal } from './parse-legal.ts';

const LEGAL_TEXT = /\/content\/legal\/([a-z-]+)\.md$/;

/** Parses imported legal texts at build time: the import is the parsed document. */
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
