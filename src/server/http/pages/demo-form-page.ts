import {
  DEMO_MESSAGE_LENGTH_MAX,
  type DemoFields,
  NATIONAL_PHONE_LENGTH_MAX,
} from '#contract/demo-request.ts';
import { demoFormContent as words } from '#contract/demo-request-content.ts';
import { EMAIL_LENGTH_MAX } from '#contract/email.ts';
import { DIAL_CODES } from '#contract/lists/dial-codes.ts';
import { NAME_LENGTH_MAX } from '#contract/name.ts';
import type { DemoFormErrors } from '#server/leads/demo-form-fields.ts';
import type { HttpError } from '../http-error.ts';
import { contactLine } from './contact-line.ts';
import { type Html, html } from './html.ts';
import { page } from './page.ts';

interface DemoFormState {
  fields: DemoFields;
  errors?: DemoFormErrors;
  /** Why a valid request was rejected. */
  problem?: HttpError;
}

const MINUTE_S = 60;

const waitText = (seconds: number | undefined): string => {
  const minutes = Math.ceil((seconds ?? 0) / MINUTE_S);
  return minutes <= 1 ? 'in a minute' : `in ${minutes} minutes`;
};

const problemText = ({ code, retryAfterS }: HttpError): string => {
  const reason =
    code === 'too_many_requests'
      ? 'There were many requests from your network.'
      : 'This is not working right now.';
  return `${reason} Please send it again ${waitText(retryAfterS)}: what you typed is still here.`;
};

// `autofocus`, so that screen readers start with what is wrong.
const summary = (heading: string, content: Html): Html =>
  html`<div class="summary" role="alert" tabindex="-1" autofocus>
<h2>${heading}</h2>
${content}
</div>`;

const summaryOf = ({ fields, errors = {}, problem }: DemoFormState): Html => {
  const links = Object.keys(fields).flatMap((field) => {
    const text: string | undefined = Reflect.get(errors, field);
    return text === undefined ? [] : [html`<li><a href="#${field}">${text}</a></li>`];
  });
  if (links.length > 0) return summary('Please correct this', html`<ul>${links}</ul>`);
  return problem ? summary('Not sent yet', html`<p>${problemText(problem)}</p>`) : html``;
};

/** Attributes that tie a control to its hint and error. */
const described = (field: keyof DemoFields, error: string | undefined, hint?: string): Html => {
  const ids = [hint && `${field}-hint`, error && `${field}-error`].filter(Boolean).join(' ');
  return html`id="${field}" name="${field}"${ids && html` aria-describedby="${ids}"`}${
    error === undefined ? '' : html` aria-invalid="true"`
  }`;
};

interface Field {
  field: keyof DemoFields;
  label: string;
  control: Html;
  hint?: string;
  error: string | undefined;
}

const labelled = ({ field, label, control, hint, error }: Field): Html =>
  html`<div class="field">
<label for="${field}">${label}</label>
${control}
${hint === undefined ? '' : html`<p class="hint" id="${field}-hint">${hint}</p>`}
${error === undefined ? '' : html`<p class="error" id="${field}-error">${error}</p>`}
</div>
`;

const formOf = ({ fields, errors = {} }: DemoFormState): Html => {
  const input = (field: keyof DemoFields, label: string, attributes: Html) => {
    const error = errors[field];
    const control = html`<input ${described(field, error)} value="${fields[field]}" required ${attributes}>`;
    return labelled({ field, label, control, error });
  };
  const options = DIAL_CODES.map(
    ({ code, country }) =>
      html`<option value="${code}"${code === fields.dialCode ? html` selected` : ''}>${code} ${country}</option>`,
  );
  // A line break right after the tag is not part of the text, so the text may begin with one.
  const message = html`<textarea ${described('message', errors.message, words.messageHint)} rows="5" maxlength="${DEMO_MESSAGE_LENGTH_MAX}">
${fields.message}</textarea>`;
  return html`<form class="card" action="/demo" method="post">
${input('name', words.name, html`autocomplete="name" maxlength="${NAME_LENGTH_MAX}"`)}
${input('email', words.email, html`type="email" autocomplete="email" autocapitalize="none" spellcheck="false" maxlength="${EMAIL_LENGTH_MAX}"`)}
${input('organization', words.organization, html`autocomplete="organization" maxlength="${NAME_LENGTH_MAX}"`)}
${labelled({
  field: 'dialCode',
  label: words.dialCode,
  control: html`<select ${described('dialCode', errors.dialCode)} autocomplete="tel-country-code">${options}</select>`,
  error: errors.dialCode,
})}
${input('phone', words.phone, html`type="tel" autocomplete="tel-national" maxlength="${NATIONAL_PHONE_LENGTH_MAX}"`)}
${labelled({
  field: 'message',
  label: words.message,
  control: message,
  hint: words.messageHint,
  error: errors.message,
})}
<label class="unseen" aria-hidden="true">${words.website}<input name="website" tabindex="-1" autocomplete="off"></label>
<button class="primary">${words.submit}</button>
<p class="hint">${words.privacy[0]}<a href="/privacy">${words.privacy[1]}</a>${words.privacy[2]}</p>
</form>`;
};

/** The demo form after a rejected request: what is wrong, and everything that was typed. */
export const demoFormPage = (state: DemoFormState): string =>
  page({
    title: 'Error: Book a Demo',
    main: html`<h1>Book a Demo</h1>
${summaryOf(state)}
${formOf(state)}
${contactLine}`,
  });
