// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { allowsMotion } from '#web/platform/allows-motion.ts';

/** The settings of the simulated browser. */
declare const happyDOM: { settings: { device: { prefersReducedMotion: string } } };

test.each([
  ['accepts', 'no-preference', true],
  ['does not want', 'reduce', false],
] as const)('what moves by script asks who %s motion', (_, preference, isAllowed) => {
  happyDOM.settings.device.prefersReducedMotion = preference;
  expect(allowsMotion()).toBe(isAllowed);
});
