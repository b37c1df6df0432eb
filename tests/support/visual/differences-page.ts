import { escapeMarkup } from '#build/fill-placeholders.ts';

const KEYS = ['was', 'is', 'difference'] as const;

/** A picture that differs, and its files relative to the page. */
export interface DifferingPicture {
  name: string;
  reason: string;
  files: Partial<Record<(typeof KEYS)[number], string>>;
}

const STYLE = `
  body { margin: 1rem; font-family: sans-serif; background: #ddd; color: #111; }
  div { display: grid; grid-template-columns: repeat(3, 1fr); gap: 1rem; align-items: start; }
  figure { margin: 0; }
  img { max-width: 100%; outline: 1px solid #888; }
`;

const figureOf = (key: string, file: string | undefined): string => {
  if (file === undefined) return `<figure><figcaption>${key}: none</figcaption></figure>`;
  const address = escapeMarkup(file.split('/').map(encodeURIComponent).join('/'));
  return `<figure><figcaption>${key}</figcaption>
<a href="${address}"><img src="${address}" alt="" loading="lazy"></a></figure>`;
};

/** An HTML page that shows each differing picture as it was, as it is, and the difference. */
export const differencesPage = (pictures: DifferingPicture[]): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Looks: ${pictures.length} differences</title>
<style>${STYLE}</style>
<h1>${pictures.length} pictures differ from the approved ones</h1>
${pictures
  .map(
    ({ name, reason, files }) => `<h2>${escapeMarkup(`${name}: ${reason}`)}</h2>
<div>${KEYS.map((key) => figureOf(key, files[key])).join('\n')}</div>`,
  )
  .join('\n')}
</html>
`;
