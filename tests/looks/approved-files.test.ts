import { expect, test } from 'vitest';
import { isApproving, REMEDY, recordSuperfluous } from '#tests/support/looks/check-picture.ts';
import { expectedNames } from '#tests/support/looks/expected-names.ts';
import { approvedNames, removeApproved } from '#tests/support/looks/picture-files.ts';

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
