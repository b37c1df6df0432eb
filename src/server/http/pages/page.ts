import type { FastifyInstance } from 'fastify';
import { sourceValues } from '#contract/attribution.ts';
import * as brand from '#contract/brand.ts';
import palette from '#contract/palette.css?raw';

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escaped markup. Only the `html` template creates it. */
export class Html {
  constructor(readonly text: string) {}
}

type Value = string | number | Html | readonly Html[];

const render = (value: Value): string => {
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(render).join('');
  return String(value).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
};

/** Template tag that escapes every value except `Html`. */
export const html = (parts: TemplateStringsArray, ...values: Value[]): Html =>
  new Html(parts.map((part, index) => part + render(values[index] ?? '')).join(''));

/** URL path of the style sheet of server-rendered pages. The CSP allows no inline styles. */
export const STYLE_PATH = '/app/style.css';

/**
 * Style sheet of server-rendered pages, in the site's palette. Its layer is below that of the site's
 * components, which the account settings consist of.
 */
export const STYLE = `@layer reset, tokens, base, components, print;
@layer tokens {
${palette}}
@font-face {
  font-family: "Bricolage Grotesque";
  font-weight: 650;
  font-display: swap;
  src: url("/fonts/bricolage-grotesque-650.woff2") format("woff2");
}
@layer base {
*, *::before, *::after { box-sizing: border-box; }
body {
  margin: 0;
  min-block-size: 100vh;
  background: var(--page);
  color: var(--ink);
  font: 1.0625rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  overflow-wrap: anywhere;
}
a { color: var(--link); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 4px; }
header {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 12px 24px;
  padding: 10px max(20px, 50% - 320px);
  border-block-end: 1px solid var(--hairline);
}
h1, h2, .mark { font-family: "Bricolage Grotesque", system-ui, sans-serif; font-weight: 650; }
.mark { display: inline-flex; align-items: center; gap: 8px; min-block-size: 44px; font-size: 1.5rem; color: inherit; text-decoration: none; }
.mark svg { inline-size: 24px; block-size: 24px; fill: var(--accent); }
main { max-inline-size: 680px; margin-inline: auto; padding: 32px 20px 72px; }
h1 { margin: 0 0 12px; font-size: clamp(2rem, 5vw, 2.75rem); line-height: 1.1; letter-spacing: -.02em; text-wrap: balance; }
.lead { margin: 0 0 32px; max-inline-size: 60ch; color: var(--quiet-ink); text-wrap: pretty; }
[role=alert] { margin: 0; }
.card { padding: 24px; background: var(--raised); border: 1px solid var(--hairline); border-radius: 14px; }
.company { display: flex; align-items: center; gap: 16px; margin: 0 0 20px; }
.company img { inline-size: 64px; block-size: 64px; object-fit: contain; background: #fff; border: 1px solid var(--hairline); border-radius: 6px; }
dl { display: grid; grid-template-columns: minmax(90px, auto) 1fr; gap: 12px 24px; margin: 0; }
dt { color: var(--quiet-ink); }
dd { margin: 0; }
button {
  min-block-size: 44px;
  padding: 8px 20px;
  border: 1px solid var(--field-border);
  border-radius: 6px;
  background: var(--raised);
  color: var(--ink);
  font: inherit;
  cursor: pointer;
}
button:hover { border-color: var(--ink); }
.primary { border-color: var(--accent-deep); background: var(--accent); color: var(--accent-ink); font-weight: 600; }
.summary { margin: 20px 0 24px; padding: 20px 24px; background: var(--raised); border: 2px solid var(--bad); border-radius: 14px; }
.summary:focus { outline: none; }
.summary h2 { margin: 0 0 8px; font-size: 1.25rem; line-height: 1.3; }
.summary p { margin: 0; }
.summary ul { margin: 0; padding: 0; list-style: none; }
.summary a { display: inline-flex; align-items: center; min-block-size: 44px; }
form { display: grid; gap: 20px; }
.field { display: grid; gap: 8px; }
.field p, form > p { margin: 0; }
label { font-size: .9375rem; font-weight: 600; }
input, select, textarea {
  inline-size: 100%;
  min-block-size: 48px;
  padding: 8px 12px;
  border: 1px solid var(--field-border);
  border-radius: 6px;
  background: var(--page);
  color: var(--ink);
  font: inherit;
}
textarea { resize: vertical; }
[aria-invalid] { border: 2px solid var(--bad); }
.card + .card { margin-block-start: 24px; }
.card:empty { display: none; }
.card h2 { margin: 0 0 8px; font-size: 1.5rem; line-height: 1.2; }
.card h2:focus { outline: none; }
.hint { color: var(--quiet-ink); font-size: .9375rem; }
.error { color: var(--bad); font-size: .9375rem; font-weight: 600; }
.unseen { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); }
.contact { margin: 32px 0 0; color: var(--quiet-ink); }
#log-out[aria-busy] { cursor: progress; opacity: .7; }
@media (max-width: 480px) {
  dl { grid-template-columns: 1fr; gap: 0; }
  dd { margin-block-end: 12px; }
}
}
`;

/** Serves the style sheet of these pages. */
export const addPageStyle = (app: FastifyInstance): void => {
  app.get(STYLE_PATH, async (_request, reply) => reply.type('text/css; charset=utf-8').send(STYLE));
};

const star = html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 0 14.5 9.5 24 12 14.5 14.5 12 24 9.5 14.5 0 12 9.5 9.5Z"/></svg>`;

interface Parts {
  title: string;
  /** Address of the home page; `/` by default. */
  home?: string;
  /** Shown in the header beside the brand. */
  aside?: Html;
  main: Html;
  /** URL paths of scripts. */
  scripts?: readonly string[];
}

/** A complete HTML page that the server renders itself. */
export const page = ({ title, home = '/', aside = html``, main, scripts = [] }: Parts): string =>
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
<header><a class="mark" href="${home}">${star}${brand.name}</a>${aside}</header>
<main>${main}</main>
</body>
</html>
`.text;

/** Links to a person: the phone number, words, the email address. */
export const contactWays = (between: string): Html =>
  html`<a href="${brand.phoneLink}">${brand.phone}</a>${between}<a href="mailto:${brand.infoEmail}">${brand.infoEmail}</a>`;

/** For people who would rather not use a form. */
export const contactLine = html`<p class="contact">Would you rather talk to someone first? Call ${contactWays(' or write to ')}.</p>`;

/**
 * HTML page for a 404. A campaign may have a wrong link: its source goes on in the address of the home page.
 *
 * @param search the query of the address
 */
export const notFoundPage = (search: string): string => {
  const source = new URLSearchParams(sourceValues(new URLSearchParams(search)));
  const home = source.size === 0 ? '/' : `/?${source}`;
  return page({
    title: '404 Not Found',
    home,
    main: html`<h1>There is nothing here</h1>
<p class="lead">404 Not Found. The address may have been mistyped. <a href="${home}">Go to the home page</a></p>`,
  });
};
