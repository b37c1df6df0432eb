/** The rows as a Markdown table, as docs/performance.md has it; columns are the keys of the first row. */
export const markdownTable = (
  rows: readonly Readonly<Record<string, string | number>>[],
): string => {
  const columns = Object.keys(rows[0] ?? {});
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [
    line(columns),
    `|${columns.map(() => '---|').join('')}`,
    ...rows.map((row) => line(columns.map((column) => row[column] ?? ''))),
  ].join('\n');
};
