import { type CreateFunctionStmt, type ParseResult, parse } from 'libpg-query';
import { FUNCTIONS, type Release } from './last-release.ts';

/** SQL functions of the work tree by their paths. */
export type WrittenFunctions = ReadonlyMap<string, string>;

/** Name, parameter types and result of a function, which servers of the last release call. */
const signatureOf = async (text: string): Promise<string> => {
  const { stmts = [] }: ParseResult = await parse(text);
  const functions = stmts.flatMap(({ stmt }) =>
    stmt && 'CreateFunctionStmt' in stmt ? [stmt.CreateFunctionStmt] : [],
  );
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
  for (const file of release.list(FUNCTIONS)) {
    const text = written.get(file);
    if (text === undefined) faults.push(`${file}: the last release calls this function`);
    else if ((await signatureOf(text)) !== (await signatureOf(release.read(file))))
      faults.push(`${file}: the last release calls it with other parameters: add another function`);
  }
  return faults;
};
