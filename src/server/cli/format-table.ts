const GAP = '  ';

/** Formats rows as aligned columns, each as wide as its longest cell. */
export const formatTable = (rows: readonly (readonly string[])[]): string => {
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

/** A time to the minute in UTC, padded to the width of `formatSecond`. */
export const formatMinute = (at: Date): string =>
  `${at.toISOString().slice(0, 16).replace('T', ' ')}    UTC`;

/** A time to the second in UTC. */
export const formatSecond = (at: Date): string =>
  `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
