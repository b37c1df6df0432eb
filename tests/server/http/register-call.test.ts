import fastify from 'fastify';
import { expect, expectTypeOf, it } from 'vitest';
import { calls } from '#contract/calls/all-calls.ts';
import { registerCall, requireCalls } from '#server/http/register-call.ts';
import { callApi } from '#web/api/client.ts';

it.each(['/v1/new', '/v2/user/new/:id'])('%s cannot be a route: it is no call', (path) => {
  const app = fastify();
  requireCalls(app);
  expect(() => app.get(path, async () => ({}))).toThrow(/not in the table of calls/);
  expect(() => app.get('/page', async () => '')).not.toThrow();
  const { signUpMail } = calls;
  const elsewhere = { ...signUpMail, path } as unknown as typeof signUpMail;
  expect(() => registerCall(app, elsewhere, async () => ({ message: 'unknown' }))).toThrow(
    /not in the table of calls/,
  );
});

// Checked by the compiler.
it('a handler gets the types of its call, and has to return its response', () => {
  const app = fastify();
  registerCall(app, calls.requestDemo, async ({ body }) => {
    expectTypeOf(body.phone).toEqualTypeOf<string>();
    return { message: 'received' };
  });
  registerCall(app, calls.sendLoginCode, async ({ params }) => {
    expectTypeOf(params).toEqualTypeOf<{ email: string }>();
    return { message: 'sent', retryAfter: 30 };
  });
  // @ts-expect-error: the word of another call
  registerCall(app, calls.logout, async () => ({ message: 'sent' }));
});

it("the browser's call takes and gives the types of the table", () => {
  const login = () => callApi('login', { body: { email: 'a', otp: '1' } });
  type Login = Awaited<ReturnType<typeof login>>;
  expectTypeOf<Extract<Login, { ok: true }>['body']['ATSEnabled']>().toEqualTypeOf<boolean>();
  type LoginCode = Extract<Login, { ok: false }>['failure']['code'];
  expectTypeOf<'code_invalid'>().toExtend<LoginCode>();
  expectTypeOf<'passkey_limit'>().not.toExtend<LoginCode>();
  // @ts-expect-error: a body without its fields
  expectTypeOf(() => callApi('login', { body: {} })).toBeFunction();
  // @ts-expect-error: no parameters
  expectTypeOf(() => callApi('sendLoginCode')).toBeFunction();
});
