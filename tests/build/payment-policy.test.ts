import { expect, test } from 'vitest';
import { contentPolicy } from '#build/content-policy.ts';

test('the payment provider may bring a script only where a key for it is configured', () => {
  expect(contentPolicy('', {}).scriptOrigins).toEqual([]);
  expect(contentPolicy('', { VITE_RAZORPAY_KEY: '' }).scriptOrigins).toEqual([]);
  expect(contentPolicy('', { VITE_RAZORPAY_KEY: 'rzp_test_1' }).scriptOrigins).toEqual([
    'https://checkout.razorpay.com',
  ]);
});
