import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { ROOT } from '../root.ts';
import { isLeftOut } from './plugins.ts';

const MODULE_STYLES = /\.module\.css$/;
/** Marks a class name of a CSS module for `shortClassNames`. Vite's hash keeps modules apart. */
export const CLASS_NAME_PATTERN = 'x[hash]x-[local]';
const CLASS_NAME = /\bx[\w-]{6}x-[\w-]+/g;

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** A number as letters, at least `length` of them. */
const inLetters = (value: number, length: number): string => {
  const rest = Math.floor(value / LETTERS.length);
  const more = length > 1 || rest > 0 ? inLetters(rest, length - 1) : '';
  return (LETTERS[value % LETTERS.length] ?? '') + more;
};

/**
 * Short class names of CSS modules: three letters instead of fifteen make a document smaller by up to 5 %. Two of
 * them are the place of the file among all, the rest that of the name in its file, so that the names are those of
 * the client's build and of the one that prerenders.
 */
export const shortClassNames = (): Plugin[] => {
  const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => MODULE_STYLES.test(file))
    .map((file) => join(ROOT, 'src', file))
    .filter((file) => !isLeftOut(file))
    .sort();
  const shorten = (id: string, code: string, names = new Map<string, string>()) => {
    const file = inLetters(files.indexOf(id), 2);
    const text = code.replace(CLASS_NAME, (name) => {
      const known = names.get(name) ?? file + inLetters(names.size, 1);
      names.set(name, known);
      return known;
    });
    return { text, names };
  };
  const namesOf = new Map<string, Map<string, string>>();
  return [
    // Between the two plugins of Vite that compile a style sheet, and make a module and an asset of it.
    {
      name: 'short-class-names',
      apply: 'build',
      transform: {
        filter: { id: MODULE_STYLES },
        handler(code, id) {
          const { text, names } = shorten(id, code);
          namesOf.set(id, names);
          return text;
        },
      },
    },
    {
      name: 'short-class-names-of-modules',
      enforce: 'post',
      apply: 'build',
      transform: {
        filter: { id: MODULE_STYLES },
        handler: (code, id) => ({
          code: shorten(id, code, namesOf.get(id)).text,
          // A style sheet stays in its chunk when all its names are in others' code.
          moduleSideEffects: 'no-treeshake',
        }),
      },
    },
  ];
};

const IMPORT = /\bimport (\w*styles) from ('[^']+\.module\.css');/i;

/** Whether the names of a style sheet are only used as `styles['name']`. */
const isUsedByName = (code: string, styles: string): boolean =>
  !new RegExp(`\\b${styles}\\b(?!\\['\\w+'\\]| from ')`).test(code);

/**
 * Lets the bundler write a class name where it is used: a table of names for each style sheet, and a look-up for each
 * use, make a page's script larger by up to 1 KB. A component that chooses a class by a variable keeps its table.
 */
export const classNamesInPlace = (): Plugin => ({
  name: 'class-names-in-place',
  enforce: 'pre',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: /\/src\/web\/.*\.tsx$/, code: IMPORT },
    handler: (code) => ({
      // No line moves.
      code: code.replaceAll(new RegExp(IMPORT, 'gi'), (line, styles: string, file: string) =>
        isUsedByName(code, styles) ? `import * as ${styles} from ${file};` : line,
      ),
      map: null,
    }),
  },
  onLog(_level, { code, message }) {
    // A name without a rule.
    if (code === 'IMPORT_IS_UNDEFINED') this.error(message);
  },
});
