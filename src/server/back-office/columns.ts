const GAP = '  ';

/** Lines whose cells stand below each other, every column as wide as its longest cell. */
export const columns = (rows: readonly (readonly string[])[]): string => {
  const widths: number[] = [];
  for (const row of rows)
    row.forEach((cell, index) => {
      widths[index] = Math.max(widths[index] ?? 0, cell.length);
    });
  return rows
    .map((row) => row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(GAP))
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
};

/** A moment of which the minute is known, as wide as one to the second. */
export const minute = (at: Date): string =>
  `${at.toISOString().slice(0, 16).replace('T', ' ')}    UTC`;

/** A moment as people who look into misuse compare it: to the second, in UTC. */
export const moment = (at: Date): string =>
  `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
