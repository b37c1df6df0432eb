import { expect, test } from 'vitest';
import { waitInWords } from '#web/content/code.ts';

test.each([
  [0, 'a moment'],
  [0.2, '1 second'],
  [1, '1 second'],
  [59, '59 seconds'],
  [60, '1 minute'],
  [61, '2 minutes'],
  [3599, '60 minutes'],
  [3600, '1 hour'],
  [5000, '2 hours'],
])('a wait of %s s is %s', (seconds, words) => {
  expect(waitInWords(seconds)).toBe(words);
});
