/**
 * The number of a section or a clause as people write it in an address: `e2.10`, ` 07.2`.
 *
 * @returns it as the texts write it: `E2.10`, `7.2`
 */
export const clauseNumber = (written: string): string =>
  written
    .trim()
    .toUpperCase()
    .replaceAll(/(?<!\d)0+(?=\d)/g, '');

/** The id of the element that holds a section or a clause. */
export const elementId = (clause: string): string => `clause-${clause}`;

/** The address of a section or a clause, which can be shared. */
export const clauseHref = (path: string, clause: string): string => `#${path}?clause=${clause}`;

/** The section that a clause belongs to: `E2` of `E2.3`. */
export const sectionOf = (clause: string): string => clause.split('.', 1)[0] ?? clause;
