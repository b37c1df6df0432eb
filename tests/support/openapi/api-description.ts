import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describeApi } from '#build/openapi/document.ts';

type Json = Record<string, unknown>;

/** A response as a client receives it; header names are in lower case. */
export interface ReceivedResponse {
  method: string;
  url: string;
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  text: string;
}

const api = describeApi();
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true });
// The default export of a CommonJS module, as TypeScript and Node see it.
const formats = addFormats as unknown as typeof addFormats.default;
formats(ajv);
ajv.addSchema(api, 'api');

const escapePointer = (part: string): string =>
  encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));

const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null;

const at = (root: unknown, pointer: readonly string[]): Json | undefined => {
  let value = root;
  for (const part of pointer) value = isRecord(value) ? value[part] : undefined;
  return isRecord(value) ? value : undefined;
};

/** The place of an object, where a reference leads. */
const resolve = (pointer: readonly string[]): readonly string[] => {
  const reference = at(api, pointer)?.['$ref'];
  return typeof reference === 'string' ? reference.slice('#/'.length).split('/') : pointer;
};

const validators = new Map<string, ValidateFunction>();

/** The validator of the schema at a place of the document. */
export const validatorAt = (...pointer: string[]): ValidateFunction => {
  const $ref = `api#/${pointer.map(escapePointer).join('/')}`;
  const validate = validators.get($ref) ?? ajv.compile({ $ref });
  validators.set($ref, validate);
  return validate;
};

const templates = Object.keys(api.paths).map((template) => ({
  template,
  pattern: new RegExp(`^${template.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]*')}$`),
}));

/** The path of the description that a URL matches. */
const templateOf = (url: string): string | undefined => {
  const [path = ''] = url.split('?', 1);
  return templates.find(({ pattern }) => pattern.test(path))?.template;
};

const placeOf = ({ method, url, status }: ReceivedResponse): readonly string[] | string => {
  const template = templateOf(url);
  if (template === undefined) return [];
  const operations = api.paths[template] ?? {};
  const operation = method.toLowerCase();
  if (operation in operations) {
    const place = resolve(['paths', template, operation, 'responses', String(status)]);
    return at(api, place) ? place : `${status} is not described`;
  }
  if (status !== 405 || method === 'HEAD') return [];
  return ['components', 'responses', 'method_not_allowed'];
};

const headerFaults = (place: readonly string[], { headers }: ReceivedResponse): string[] => {
  const described = at(api, [...place, 'headers']) ?? {};
  const missing = Object.keys(described).flatMap((name) => {
    const header = resolve([...place, 'headers', name]);
    const value = headers[name.toLowerCase()];
    if (value === undefined) return at(api, header)?.['required'] ? [`no ${name}`] : [];
    if (name === 'Set-Cookie') return [];
    const validate = validatorAt(...header, 'schema');
    return validate(Number.isNaN(Number(value)) ? value : Number(value))
      ? []
      : [`${name}: ${value}`];
  });
  const isUndescribed = headers['retry-after'] !== undefined && !('Retry-After' in described);
  return isUndescribed ? [...missing, 'Retry-After is not described'] : missing;
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const bodyFaults = (place: readonly string[], { headers, text }: ReceivedResponse): string[] => {
  const [type = ''] = String(headers['content-type'] ?? '').split(';', 1);
  const content = [...place, 'content', type];
  if (!at(api, content)) return [`content type ${type} is not described`];
  if (type !== 'application/json') return [];
  const validate = validatorAt(...content, 'schema');
  return validate(parse(text))
    ? []
    : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
};

/**
 * What the description lacks or says differently about a response to a call of the API; empty for any
 * other path.
 */
export const descriptionFaults = (response: ReceivedResponse): string[] => {
  const place = placeOf(response);
  if (typeof place === 'string') return [`${response.method} ${response.url}: ${place}`];
  if (place.length === 0) return [];
  return [...headerFaults(place, response), ...bodyFaults(place, response)].map(
    (fault) =>
      `${response.method} ${response.url}: ${response.status} ${fault}: ${response.text.slice(0, 200)}`,
  );
};
