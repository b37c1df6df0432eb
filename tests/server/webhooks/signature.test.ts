import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { signWebhook } from '#server/webhooks/send.ts';
import { keyOf } from '#tests/support/server/webhooks/webhook-steps.ts';

// From the tests of the reference libraries (https://github.com/standard-webhooks/standard-webhooks).
const PUBLISHED = {
  secret: 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestampS: 1614265330,
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};

it('a webhook has the published signature of its id, time and body', () => {
  const key = Buffer.from(PUBLISHED.secret, 'base64');
  expect(signWebhook([key], PUBLISHED)).toBe(PUBLISHED.signature);
});

it('a receiver with either of two secrets verifies it, and no other does', () => {
  const body = '{"type":"lead.created","data":{"name":"आशा"}}';
  const id = '0199c2a4-0000-7000-8000-000000000000';
  const timestampS = Math.floor(Date.now() / 1000);
  const [old, next, strange] = [keyOf(1), keyOf(2), keyOf(3)];
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(timestampS),
    'webhook-signature': signWebhook([old.key, next.key], { id, timestampS, body }),
  };
  for (const { secret } of [old, next])
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
  expect(() => new Webhook(strange.secret).verify(body, headers)).toThrow();
  expect(() => new Webhook(old.secret).verify(`${body} `, headers)).toThrow();
});
