import { isIP } from 'node:net';
import * as brand from '#contract/brand.ts';
import { CODE_LENGTH, CODE_LIFETIME_MS } from '#contract/code.ts';
import { MINUTE_MS } from '#contract/durations.ts';
import { html } from '#server/http/pages/page.ts';
import { block, LAYOUT, look, type Message, mailPage, paragraph } from '#server/mail/mail.ts';

/**
 * The last line of a code's mail: browsers and Mail fill the code in on this host only (WICG, origin-bound one-time
 * codes). None for an address without a name.
 */
const boundCode = (code: string, publicUrl: string | undefined): string | undefined => {
  const host = publicUrl && new URL(publicUrl).hostname;
  return !host || host.startsWith('[') || isIP(host) > 0 ? undefined : `@${host} #${code}`;
};

/** The digits in two groups: with a space between them, one would be copied too. */
const codeBox = (code: string) =>
  block(
    html`<table ${LAYOUT} width="100%"><tr><td align="center" ${look(['accent-wash', 'ink'], 'padding:18px 0;border-radius:6px;font-family:Consolas,Menlo,monospace;font-size:36px;line-height:44px;font-weight:700')}>${code.slice(0, CODE_LENGTH / 2)}<span style="padding-left:14px">${code.slice(CODE_LENGTH / 2)}</span></td></tr></table>`,
  );

/**
 * Mail with a one-time code. The text begins with the code, so that a notification shows it. It contains
 * no link, because mail scanners open links.
 *
 * @param publicUrl of the site; without it the code is bound to no host
 */
export const codeMail = (code: string, publicUrl?: string): Omit<Message, 'to'> => {
  const bound = boundCode(code, publicUrl);
  const use = `is your ${brand.name} code (OTP). It is valid for ${CODE_LIFETIME_MS / MINUTE_MS} minutes from when you asked for it.`;
  const warning = `Nobody at ${brand.name} will ever ask you for it. If you did not ask for a code, you can ignore this email.`;
  return {
    subject: `Your ${brand.name} code`,
    text: `${code} ${use}\n\n${warning}\n${bound ? `\n${bound}\n` : ''}`,
    html: mailPage({
      preheader: `${code} ${use}`,
      heading: 'Your code',
      body: html`${codeBox(code)}${paragraph(`This ${use}`)}${paragraph(warning, 'quiet-ink')}`,
      lastLine: bound,
    }),
  };
};
