import * as brand from '#contract/brand.ts';
import { type Html, html } from '#server/http/pages/page.ts';

/** HTML layout of every mail, readable without images and styles. */
export const mailPage = (body: Html): string =>
  html`<!doctype html>
<html lang="en">
<body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif;color:#16181d;background:#fbfaf7">
<p style="margin:0 0 24px;font-weight:700">${brand.name}</p>
${body}
<p style="margin:32px 0 0;font-size:13px;color:#565a63">${brand.company}</p>
</body>
</html>
`.text;
