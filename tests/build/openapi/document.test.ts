import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, it } from 'vitest';
import { API_DOCUMENT, describeApi, formatApi } from '#build/openapi/document.ts';
import { callNames, callOf } from '#contract/calls/all-calls.ts';
import { parameterExamples } from '#contract/calls/examples.ts';
import { paths } from '#contract/calls/paths.ts';
import { validatorAt } from '#tests/support/openapi/api-description.ts';

const api = describeApi();

it('the description is valid OpenAPI 3.1', async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(structuredClone(api));
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
  expect(validator.version).toBe('3.1');
});

it('the validator rejects what is not OpenAPI 3.1', async () => {
  const operation = { responses: { 200: { content: {} } } };
  const { valid } = await new Validator().validate({
    ...structuredClone(api),
    paths: { '/x': { get: operation } },
  });
  expect(valid).toBe(false);
});

it('docs/api/openapi.json is the description of this contract; npm run build renews it', () => {
  expect(readFileSync(API_DOCUMENT, 'utf8')).toBe(formatApi());
});

it('the description has every path of the contract, with one method each, and no other', () => {
  const described = Object.entries(api.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method} ${path}`),
  );
  const contracted = callNames.map(
    (name) => `${callOf(name).method.toLowerCase()} ${paths[name].replace(/:(\w+)/g, '{$1}')}`,
  );
  expect(described.toSorted()).toEqual(contracted.toSorted());
  expect(callNames.toSorted()).toEqual(Object.keys(paths).toSorted());
});

const placeOf = (name: (typeof callNames)[number]) => [
  'paths',
  paths[name].replace(/:(\w+)/g, '{$1}'),
  callOf(name).method.toLowerCase(),
];

it.each(callNames)('the examples of %s are valid', (name) => {
  const { body, response, parameters = {}, examples: shown } = callOf(name);
  const json = ['content', 'application/json', 'schema'];
  const examples = [
    ...(body ? [{ place: ['requestBody', ...json], value: shown?.body }] : []),
    ...(response ? [{ place: ['responses', '200', ...json], value: shown?.response }] : []),
    ...Object.keys(parameters).map((parameter, index) => ({
      place: ['parameters', String(index), 'schema'],
      value: parameterExamples[parameter],
    })),
  ];
  for (const { place, value } of examples) {
    const validate = validatorAt(...placeOf(name), ...place);
    expect(validate(value), JSON.stringify(validate.errors)).toBe(true);
  }
});
