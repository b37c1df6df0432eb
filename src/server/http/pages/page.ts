import * as brand from '#contract/brand.ts';
import { type Html, html } from './html.ts';
import { STYLE_PATH } from './style.ts';

const star = html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 1c1 7 4 10 11 11-7 1-10 4-11 11-1-7-4-10-11-11 7-1 10-4 11-11z"/></svg>`;

interface Parts {
  title: string;
  /** Shown in the header beside the brand. */
  aside?: Html;
  main: Html;
  /** URL paths of scripts. */
  scripts?: readonly string[];
}

/** A complete HTML page that the server renders itself. */
export const page = ({ title, aside = html``, main, scripts = [] }: Parts): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} – ${brand.name}</title>
<link rel="stylesheet" href="${STYLE_PATH}">
${scripts.map((script) => html`<script type="module" src="${script}"></script>`)}
</head>
<body>
<header><a class="mark" href="/">${star}${brand.name}</a>${aside}</header>
<main>${main}</main>
</body>
</html>
`.text;
