/** A fault that a test must notice: one replacement in a source file. */
export interface Mutation {
  /** What is wrong with it, as a user or a client would say it. */
  name: string;
  /** The source file, from the top level of the project. */
  file: string;
  /** The text that is replaced. It occurs once in the file. */
  from: string;
  to: string;
  /** The test files that should notice. */
  tests: string[];
  /** Vitest's name pattern, if only some tests of the files concern it. */
  only?: string;
  /** Whether the tests run the built server or the built site. */
  needsBuild?: true;
  /** Why no test notices. Without a reason, a surviving mutation is a failure. */
  survivesBecause?: string;
}

/**
 * The text of a file with the mutation.
 *
 * @throws if the mutation does not apply: the replaced text is missing or ambiguous
 */
export const mutate = (text: string, { file, from, to }: Mutation): string => {
  const count = text.split(from).length - 1;
  if (count !== 1) throw new Error(`${file} has ${count} times instead of once: ${from}`);
  return text.replace(from, () => to);
};
