import * as brand from '#contract/brand.ts';
import { html } from './html.ts';

/** Phone number and email address, for who would rather not use a form. */
export const contactLine = html`<p class="contact">Would you rather talk to someone first? Call <a href="tel:${brand.phone.replaceAll(' ', '')}">${brand.phone}</a> or write to <a href="mailto:${brand.infoEmail}">${brand.infoEmail}</a>.</p>`;
