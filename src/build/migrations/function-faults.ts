import { type CreateFunctionStmt, type ParseResult, parse } from 'libpg-query';
import { FUNCTIONS, type Release } from './last-release.ts';
import { textOf } from './syntax-tree.ts';

/** SQL functions of the work tree by their paths. */
export type WrittenFunctions = ReadonlyMap<string, string>;

const functionsOf = async (text: string): Promise<CreateFunctionStmt[]> => {
  const { stmts = [] }: ParseResult = await parse(text);
  return stmts.flatMap(({ stmt }) =>
    stmt && 'CreateFunctionStmt' in stmt ? [stmt.CreateFunctionStmt] : [],
  );
};

const namesOf = async (text: string): Promise<string[]> =>
  (await functionsOf(text)).map(({ funcname }) => textOf(funcname?.at(-1)));

/** Name, parameter types and result of a function, which servers of the last release call. */
const signatureOf = async (text: string): Promise<string> => {
  const functions = await functionsOf(text);
  const parts = ({ funcname, parameters, returnType }: CreateFunctionStmt) =>
    JSON.stringify([funcname, parameters, returnType], (key, value) =>
      key === 'location' || key === 'defexpr' ? undefined : value,
    );
  return functions.map(parts).join();
};

/** What is wrong with the SQL functions of the work tree, which servers of the last release call too. */
export const functionFaults = async (
  release: Release,
  written: WrittenFunctions,
): Promise<string[]> => {
  const faults: string[] = [];
  const taken = new Set<string>();
  const released = release.list(FUNCTIONS);
  for (const file of released) {
    const text = written.get(file);
    for (const name of await namesOf(release.read(file))) taken.add(name);
    if (text === undefined) faults.push(`${file}: the last release calls this function`);
    else if ((await signatureOf(text)) !== (await signatureOf(release.read(file))))
      faults.push(`${file}: the last release calls it with other parameters: add another function`);
  }
  for (const [file, text] of written)
    if (!released.includes(file))
      for (const name of await namesOf(text))
        if (taken.has(name))
          faults.push(
            `${file}: ${name}() is a function of the last release: add one of another name`,
          );
  return faults;
};
