import type { Words } from './command-table.ts';

/** Options that select tests, named as Vitest names them. */
export const testFilterOptions = {
  project: { type: 'string', multiple: true },
  testNamePattern: { type: 'string', short: 't' },
} as const;

/** The same selection as arguments of Vitest: file name filters, projects and a name pattern. */
export const testFilterArguments = ({ values, positionals }: Words): string[] => {
  const { project = [], testNamePattern } = values;
  return [
    ...[project].flat().map((name) => `--project=${name}`),
    ...(testNamePattern === undefined ? [] : [`--testNamePattern=${testNamePattern}`]),
    ...positionals,
  ];
};
