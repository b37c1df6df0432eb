import { describe, expect, it } from 'vitest';
import { findBreakingChanges } from '#build/openapi/breaking-changes.ts';
import { formatApi } from '#build/openapi/document.ts';

/** A change of the description of today. */
type Edit = (document: ReturnType<typeof read>) => unknown;

const read = () => JSON.parse(formatApi());
const userBody = (document: ReturnType<typeof read>) =>
  document.paths['/v1/user/create'].post.requestBody.content['application/json'].schema;
const current = (document: ReturnType<typeof read>) => document.paths['/v2/user/getuser'].get;
const answerOf = (operation: ReturnType<typeof current>) =>
  operation.responses['200'].content['application/json'].schema;

const foundAfter = (edit: Edit): string[] => {
  const after = read();
  edit(after);
  return findBreakingChanges(read(), after);
};

describe('a change that an old script survives is none', () => {
  it.each<[string, Edit]>([
    ['nothing', () => {}],
    ['a new call', ({ paths }) => Object.assign(paths, { '/v3/new': { get: { responses: {} } } })],
    ['an optional field', (all) => Object.assign(userBody(all).properties, { nick: {} })],
    ['a field that is no longer required', (all) => userBody(all).required.pop()],
    ['a longer name', (all) => Object.assign(userBody(all).properties.name, { maxLength: 500 })],
    ['a removed pattern', (all) => delete userBody(all).properties.name.pattern],
    [
      'a field of an answer',
      (all) => Object.assign(answerOf(current(all)).properties, { locale: { type: 'string' } }),
    ],
    [
      'a status of an answer',
      (all) => answerOf(current(all)).properties.success.properties.status.enum.push('invited'),
    ],
    ['a new error', (all) => Object.assign(current(all).responses, { 409: {} })],
    ['an error that is gone', (all) => delete current(all).responses[429]],
    ['a call that needs nobody', (all) => Object.assign(current(all), { security: [] })],
    ['other words', (all) => Object.assign(current(all), { summary: 'Other words' })],
  ])('%s', (_, edit) => expect(foundAfter(edit)).toEqual([]));
});

const USER = 'POST /v1/user/create body';

describe('a change that breaks an old script is named with its place', () => {
  it.each<[string, Edit]>([
    ['GET /v2/user/getuser: is gone', ({ paths }) => delete paths['/v2/user/getuser']],
    [
      'POST /v1/user/create: is gone',
      ({ paths }) => {
        paths['/v1/user/create'] = { put: paths['/v1/user/create'].post };
      },
    ],
    [`${USER}.locale: is required now`, (all) => userBody(all).required.push('locale')],
    [`${USER}.name: is no longer accepted`, (all) => delete userBody(all).properties.name],
    [
      `${USER}.name: maxLength is narrower`,
      (all) => Object.assign(userBody(all).properties.name, { maxLength: 20 }),
    ],
    [
      `${USER}.name: minLength is narrower`,
      (all) => Object.assign(userBody(all).properties.name, { minLength: 2 }),
    ],
    [
      `${USER}.name: pattern is narrower`,
      (all) => Object.assign(userBody(all).properties.name, { pattern: '^[a-z]+$' }),
    ],
    [
      `${USER}.name: Asha is no longer accepted`,
      (all) => Object.assign(userBody(all).properties.name, { enum: ['Ravi'] }),
    ],
    [
      `${USER}.name: the type string became integer`,
      (all) => Object.assign(userBody(all).properties.name, { type: 'integer' }),
    ],
    [
      `${USER}: application/json is gone`,
      ({ paths }) => {
        paths['/v1/user/create'].post.requestBody.content = { 'text/plain': {} };
      },
    ],
    [
      'GET /v2/user/getuser: needs further identity',
      (all) => Object.assign(current(all).security[0], { refresh: [] }),
    ],
    [
      'GET /v2/user/getuser query locale: is required now',
      (all) =>
        Object.assign(current(all), {
          parameters: [{ name: 'locale', in: 'query', required: true, schema: {} }],
        }),
    ],
    [
      'GET /v2/user/getuser 200: is gone',
      (all) => {
        current(all).responses = { 204: {} };
      },
    ],
    [
      'GET /v2/user/getuser 200.success.email: may be missing now',
      (all) => answerOf(current(all)).properties.success.required.pop(),
    ],
    [
      'GET /v2/user/getuser 200.success.nick: is gone',
      (all) => delete answerOf(current(all)).properties.success.properties.nick,
    ],
    [
      'GET /v2/user/getuser 200.success.name: the type string became object',
      (all) =>
        Object.assign(answerOf(current(all)).properties.success.properties.name, {
          type: 'object',
        }),
    ],
    [
      'error body.error: may be missing now',
      ({ components }) => components.schemas.ErrorBody.required.pop(),
    ],
    [
      'POST /v2/user/logout body: is required now',
      ({ paths }) =>
        Object.assign(paths['/v2/user/logout'].post, { requestBody: { required: true } }),
    ],
  ])('%s', (fault, edit) => {
    const before = read();
    // Only with values before can one be missing afterwards.
    if (fault.includes('Asha')) userBody(before).properties.name.enum = ['Asha', 'Ravi'];
    // An optional field, of which answers have none that is sure to stay.
    answerOf(current(before)).properties.success.properties.nick = { type: 'string' };
    const after = structuredClone(before);
    edit(after);
    expect(findBreakingChanges(before, after)).toContain(fault);
  });
});
