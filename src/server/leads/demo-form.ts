import { ValidationError } from 'yup';
import { NAME_LENGTH_MAX } from '#contract/account.ts';
import { invited } from '#contract/brand.ts';
import { calls, type RequestBody } from '#contract/calls/all-calls.ts';
import {
  DEMO_MESSAGE_LENGTH_MAX,
  type DemoFields,
  DIAL_CODES,
  demoBody,
  NATIONAL_PHONE_LENGTH_MAX,
  PHONE_LENGTH_MAX,
  validateDemo,
} from '#contract/demo-request.ts';
import { demoFormContent, demoFormContent as words } from '#contract/demo-request-content.ts';
import { contactPrompt, EMAIL_LENGTH_MAX, isEmail, isWorkEmail } from '#contract/email.ts';
import type { HttpError } from '../http/http-error.ts';
import { contactLine, contactWays, type Html, html, page } from '../http/pages/page.ts';

/** Error texts by field. */
type DemoFormErrors = Partial<Record<keyof DemoFields, string>>;

const FIELDS: readonly string[] = [
  'name',
  'email',
  'organization',
  'dialCode',
  'phone',
  'message',
  'website',
] satisfies (keyof DemoFields)[];

/** The fields of a posted form; undefined for a body that is none, or has unknown fields. */
export const readDemoFields = (form: unknown): DemoFields | undefined => {
  if (!(form instanceof Map) || [...form.keys()].some((name) => !FIELDS.includes(name)))
    return undefined;
  const text = (field: keyof DemoFields): string => form.get(field) ?? '';
  return {
    name: text('name'),
    email: text('email'),
    organization: text('organization'),
    dialCode: text('dialCode'),
    phone: text('phone'),
    // A form sends CRLF, a script LF. Both are the same message, and as long.
    message: text('message').replaceAll('\r\n', '\n'),
    website: text('website'),
  };
};

const { errors: errorTexts } = demoFormContent;

const oneLine = (max: number): string => `Please use one line of at most ${max} characters.`;

/** For values that the controls of the form do not allow. */
const schemaErrors: DemoFormErrors = {
  name: oneLine(NAME_LENGTH_MAX),
  email: errorTexts.emailInvalid,
  organization: oneLine(NAME_LENGTH_MAX),
  phone: oneLine(PHONE_LENGTH_MAX),
  message: `Please use plain text of at most ${DEMO_MESSAGE_LENGTH_MAX} characters.`,
};

const formErrors = (fields: DemoFields): DemoFormErrors => {
  const { name, email, organization, phone } = validateDemo('page', fields);
  const isDialCode = DIAL_CODES.some(({ code }) => code === fields.dialCode);
  return {
    ...(name && { name: errorTexts.name }),
    ...(email && {
      email: email === 'missing' ? errorTexts.emailMissing : errorTexts.emailInvalid,
    }),
    ...(organization && { organization: errorTexts.organization }),
    ...(!isDialCode && { dialCode: 'Please choose a country code.' }),
    ...(phone && { phone: errorTexts.phone }),
  };
};

/** The request of the demo page's form by the rules of the JSON call, or what is wrong with it. */
export const validateDemoForm = (
  fields: DemoFields,
): { body: RequestBody<'requestDemo'> } | { errors: DemoFormErrors } => {
  const errors = formErrors(fields);
  try {
    const options = { strict: true, abortEarly: false };
    const body = calls.requestDemo.body.validateSync(demoBody('page', fields), options);
    return Object.keys(errors).length === 0 ? { body } : { errors };
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const invalid = error.inner.map(({ path = '' }) => [path, Reflect.get(schemaErrors, path)]);
    return { errors: { ...Object.fromEntries(invalid), ...errors } };
  }
};

interface DemoFormState {
  fields: DemoFields;
  errors?: DemoFormErrors;
  /** Why a valid request was rejected. */
  problem?: HttpError;
  /** Query of the next request, which says where the visitor came from. */
  source: URLSearchParams;
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
  below?: Html | undefined;
}

const labelled = ({ field, label, control, hint, error, below = html`` }: Field): Html =>
  html`<div class="field">
<label for="${field}">${label}</label>
${control}
${hint === undefined ? '' : html`<p class="hint" id="${field}-hint">${hint}</p>`}
${error === undefined ? '' : html`<p class="error" id="${field}-error">${error}</p>`}
${below}
</div>
`;

/** For somebody without a company address: the way to a person. */
const freeMailHelp = (email: string): Html => {
  const [first, or] = contactPrompt.talk;
  return isEmail(email) && !isWorkEmail(email)
    ? html`<p>${contactPrompt.noWorkEmail}${first}${contactWays(or)}</p>
<p>${invited}</p>`
    : html``;
};

const formOf = ({ fields, errors = {}, source }: DemoFormState): Html => {
  const input = (field: keyof DemoFields, label: string, attributes: Html, below?: Html) => {
    const error = errors[field];
    const control = html`<input ${described(field, error)} value="${fields[field]}" required ${attributes}>`;
    return labelled({ field, label, control, error, below });
  };
  const options = DIAL_CODES.map(
    ({ code, country }) =>
      html`<option value="${code}"${code === fields.dialCode ? html` selected` : ''}>${code} ${country}</option>`,
  );
  // A line break right after the tag is not part of the text, so the text may begin with one.
  const message = html`<textarea ${described('message', errors.message, words.messageHint)} rows="5" maxlength="${DEMO_MESSAGE_LENGTH_MAX}">
${fields.message}</textarea>`;
  return html`<form class="card" action="/demo${source.size > 0 ? `?${source}` : ''}" method="post">
${input('name', words.name, html`autocomplete="name" maxlength="${NAME_LENGTH_MAX}"`)}
${input('email', words.email, html`type="email" autocomplete="email" autocapitalize="none" spellcheck="false" maxlength="${EMAIL_LENGTH_MAX}"`, freeMailHelp(fields.email))}
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
