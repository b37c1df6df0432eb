import { text } from 'node:stream/consumers';
import { createElement } from 'react';
import { prerenderToNodeStream } from 'react-dom/static';
import { App } from '#web/boot/app.tsx';
import { pageAt } from '#web/routing/routes.tsx';

const COMMENT = /<!--.*?-->/gs;
const INLINE = /<\/?(?:a|b|code|em|span|strong)\b[^>]*>/g;
const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};

/** The HTML of a route, as the build prerenders it. */
export const prerenderPage = async (path: string): Promise<string> => {
  const { chunk } = pageAt(path);
  await chunk.load();
  if (chunk.error) throw chunk.error;
  const { prelude } = await prerenderToNodeStream(
    createElement(App, { ssrPath: path, onMounted: () => {} }),
  );
  return text(prelude);
};

/** The text of some HTML, a line for each block. */
export const textOf = (html: string): string =>
  html
    .replaceAll(COMMENT, '')
    .replaceAll('\n', ' ')
    .replaceAll(INLINE, ' ')
    .replaceAll(/<[^>]+>/g, '\n')
    .replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] ?? entity)
    .split('\n')
    .map((line) =>
      line
        .replaceAll(/ +/g, ' ')
        .replaceAll(/ (?=[.,:])/g, '')
        .trim(),
    )
    .filter((line) => line !== '')
    .join('\n');

/** The content of the `main` element. */
export const mainOf = (html: string): string => /<main\b[^>]*>(.*)<\/main>/s.exec(html)?.[1] ?? '';
