import { expect, test } from 'vitest';
import { isApproving, REMEDY, recordSuperfluous } from '#tests/support/visual/check-picture.ts';
import { expectedNames } from '#tests/support/visual/expected-names.ts';
import { approvedNames, removeApproved } from '#tests/support/visual/picture-files.ts';

test('every approved picture is of a page or a state', async () => {
  const expected = new Set(expectedNames());
  const superfluous: string[] = [];
  for (const name of approvedNames()) {
    if (expected.has(name)) continue;
    if (isApproving) await removeApproved(name);
    else superfluous.push(await recordSuperfluous(name));
  }
  expect(superfluous, REMEDY).toEqual([]);
});
