import { expect, test } from 'vitest';
import { contentPolicy } from '#build/site/content-policy-sources.ts';

test.each([{}, { VITE_RAZORPAY_KEY: '' }])(
  'without a key of the payment provider, none of its hosts is allowed',
  (env) => {
    expect(contentPolicy({}, env)).toMatchObject({
      scriptOrigins: [],
      images: [],
      frame: [],
      connect: [],
      payment: [],
    });
  },
);

test('with a key, the payment script may load, open its frame, call its API and request a payment', () => {
  expect(contentPolicy({}, { VITE_RAZORPAY_KEY: 'rzp_test_1' })).toMatchObject({
    scriptOrigins: ['https://checkout.razorpay.com'],
    frame: ['https://checkout.razorpay.com', 'https://api.razorpay.com'],
    connect: ['https://api.razorpay.com', 'https://lumberjack.razorpay.com'],
    payment: ['https://checkout.razorpay.com', 'https://api.razorpay.com'],
  });
});
