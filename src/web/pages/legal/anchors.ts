/** Normalizes the number of a section or clause: `E2.10` for `e2.10`, `7.2` for ` 07.2`. */
export const clauseNumber = (text: string): string =>
  text
    .trim()
    .toUpperCase()
    .replaceAll(/(?<!\d)0+(?=\d)/g, '');

/** Element id of a section or clause. */
export const elementId = (clause: string): string => `clause-${clause}`;

/** Path of a section or clause: `/terms?clause=7.2`. */
export const clausePath = (path: string, clause: string): string => `${path}?clause=${clause}`;

/** Section of a clause: `E2` for `E2.3`. */
export const sectionOf = (clause: string): string => clause.split('.', 1)[0] ?? clause;
