import { ValidationError } from 'yup';
import { calls, type RequestBody } from '#contract/calls.ts';
import {
  DEMO_MESSAGE_LENGTH_MAX,
  type DemoFields,
  demoBody,
  PHONE_LENGTH_MAX,
  validateDemo,
} from '#contract/demo-request.ts';
import { demoFormContent } from '#contract/demo-request-content.ts';
import { DIAL_CODES } from '#contract/lists/dial-codes.ts';
import { NAME_LENGTH_MAX } from '#contract/name.ts';

/** Error texts by field. */
export type DemoFormErrors = Partial<Record<keyof DemoFields, string>>;

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

const { errors: words } = demoFormContent;

const oneLine = (max: number): string => `Please use one line of at most ${max} characters.`;

/** For values that the controls of the form do not allow. */
const schemaErrors: DemoFormErrors = {
  name: oneLine(NAME_LENGTH_MAX),
  email: words.emailInvalid,
  organization: oneLine(NAME_LENGTH_MAX),
  phone: oneLine(PHONE_LENGTH_MAX),
  message: `Please use plain text of at most ${DEMO_MESSAGE_LENGTH_MAX} characters.`,
};

const formErrors = (fields: DemoFields): DemoFormErrors => {
  const { name, email, organization, phone } = validateDemo('page', fields);
  const isDialCode = DIAL_CODES.some(({ code }) => code === fields.dialCode);
  return {
    ...(name && { name: words.name }),
    ...(email && { email: email === 'missing' ? words.emailMissing : words.emailInvalid }),
    ...(organization && { organization: words.organization }),
    ...(!isDialCode && { dialCode: 'Please choose a country code.' }),
    ...(phone && { phone: words.phone }),
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
