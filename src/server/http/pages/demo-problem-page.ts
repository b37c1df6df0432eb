import type { HttpError } from '../http-error.ts';
import { contactLine } from './contact-line.ts';
import { html } from './html.ts';
import { page } from './page.ts';

const UNREADABLE = 'We could not read this form.';

const reasons: Partial<Record<HttpError['code'], string>> = {
  origin_refused: 'This form can only be sent from a page of this site.',
  too_many_requests: 'There were many requests from your network. Please wait a moment.',
  too_large: 'This form is too large.',
};

/** HTML page for a demo request that was rejected before its fields were read. */
export const demoProblemPage = ({ code }: HttpError): string =>
  page({
    title: 'Error: Book a Demo',
    main: html`<h1>Your request was not sent</h1>
<p class="lead">${reasons[code] ?? UNREADABLE} <a href="/demo">Open the form</a> and try again.</p>
${contactLine}`,
  });
