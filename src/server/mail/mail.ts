import * as brand from '#contract/brand.ts';
import palette from '#contract/palette.css?raw';
import { type Html, html } from '#server/http/pages/page.ts';

/** What a mail says, whoever gets it. */
export interface MailContent {
  subject: string;
  text: string;
  html: string;
  /** Validated address of the person whom the mail is about; the sender reads no replies. */
  replyTo?: string;
}

/** The property that a colour of the palette is for, which is also a class of the mails. */
const PROPERTIES = {
  page: 'background-color',
  raised: 'background-color',
  'accent-wash': 'background-color',
  accent: 'background-color',
  'accent-ink': 'color',
  hairline: 'border-color',
  ink: 'color',
  'quiet-ink': 'color',
  link: 'color',
} as const;

type Colour = keyof typeof PROPERTIES;
const COLOURS = Object.keys(PROPERTIES) as Colour[];

/** Declares a colour of the palette in a scheme: few mail programs know custom properties. */
const declare = (colour: Colour, scheme: 'light' | 'dark'): string => {
  const [light, dark = light] =
    new RegExp(`--${colour}: (.*);`).exec(palette)?.[1]?.match(/#\w+/g) ?? [];
  return `${PROPERTIES[colour]}:${scheme === 'light' ? light : dark}`;
};

const STYLE = html`:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){.edge{padding:24px 12px!important}.card{padding:24px 20px!important}}
@media (prefers-color-scheme:dark){
${COLOURS.map((colour) => html`.${colour}{${declare(colour, 'dark')}!important}\n`)}}`;

// The first name is one of Windows: Outlook may set the text in Times where it lacks the first font.
const FONT =
  'font-family:Segoe UI,-apple-system,system-ui,Roboto,Helvetica,Arial,sans-serif;overflow-wrap:anywhere;word-break:break-word';

/** Style of a text; its line height is 1.5. */
export const sized = (px: number): string => `${FONT};font-size:${px}px;line-height:${px * 1.5}px`;

/**
 * The attributes of an element: its colours as inline styles for the light scheme, which every mail program
 * reads, and as classes for the dark one.
 */
export const look = (colours: readonly Colour[], style: string): Html =>
  html`class="${colours.join(' ')}" style="${[...colours.map((colour) => declare(colour, 'light')), style].join(';')}"`;

/** Attributes of a table that only lays out. */
export const LAYOUT = html`role="presentation" cellpadding="0" cellspacing="0" border="0"`;

/** A block of a mail. Outlook keeps the padding of cells, but no margin of a table. */
export const block = (content: Html): Html =>
  html`<tr><td style="padding:16px 0 0">${content}</td></tr>\n`;

export const paragraph = (text: string, colour: 'ink' | 'quiet-ink' = 'ink'): Html =>
  block(html`<p ${look([colour], `margin:0;${sized(16)};text-wrap:pretty`)}>${text}</p>`);

/** Names and values, one a line. */
export const facts = (lines: readonly (readonly [name: string, value: string | Html])[]): Html =>
  block(html`<table ${LAYOUT} width="100%" style="table-layout:fixed">
${lines.map(
  ([name, value]) => html`<tr>
<td width="88" valign="top" ${look(['quiet-ink'], `padding:0 12px 4px 0;${sized(16)}`)}>${name}</td>
<td valign="top" ${look(['ink'], `padding:0 0 4px;${sized(16)}`)}>${value}</td>
</tr>
`,
)}</table>`);

interface Parts {
  /** What most programs show beside the subject; hidden in the mail. */
  preheader: string;
  /** What the heading is about. */
  topic?: string;
  heading: string;
  /** Its blocks. */
  body: Html;
  /** The last text of the mail. */
  lastLine?: string | undefined;
}

/**
 * HTML of every mail: a card. It has no image and nothing from elsewhere, and is readable without its style
 * sheet, which some programs drop. Only Outlook for Windows, which knows no largest width, reads the table in
 * comments; WebKit applies a largest width to a table only in pixels.
 */
export const mailPage = ({ preheader, topic, heading, body, lastLine }: Parts): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no">
<title>${heading}</title>
<style>
${STYLE}
</style>
</head>
<body ${look(['page'], 'margin:0;padding:0')}>
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${preheader}</div>
<main>
<table ${LAYOUT} width="100%" style="table-layout:fixed"><tr><td align="center" class="edge page" style="${declare('page', 'light')};padding:40px 16px">
<!--[if mso]><table ${LAYOUT} width="560"><tr><td><![endif]-->
<table ${LAYOUT} width="100%" style="max-width:560px;table-layout:fixed;text-align:left">
<tr><td style="padding:0 0 16px 2px"><table ${LAYOUT}><tr>
<td width="10"><div aria-hidden="true" ${look(['accent'], 'width:10px;height:10px;font-size:10px;line-height:10px;transform:rotate(45deg)')}>&nbsp;</div></td>
<td ${look(['ink'], `padding:0 0 0 10px;${sized(18)};font-weight:700`)}>${brand.name}</td>
</tr></table></td></tr>
<tr><td height="4" ${look(['accent'], 'font-size:4px;line-height:4px;border-radius:4px 4px 0 0')}>&nbsp;</td></tr>
<tr><td class="card raised hairline" style="${declare('raised', 'light')};border:1px solid;${declare('hairline', 'light')};border-top:0;border-radius:0 0 14px 14px;padding:32px">
${topic === undefined ? '' : html`<p ${look(['quiet-ink'], `margin:0 0 4px;${sized(14)}`)}>${topic}</p>\n`}<h1 ${look(['ink'], `margin:0;${FONT};font-size:22px;line-height:28px;font-weight:700`)}>${heading}</h1>
<table ${LAYOUT} width="100%" style="table-layout:fixed">
${body}</table>
</td></tr>
<tr><td ${look(['quiet-ink'], `padding:16px 2px 0;${sized(14)}`)}>${brand.company}${lastLine === undefined ? '' : html`<br>${lastLine}`}</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</main>
</body>
</html>
`.text;
