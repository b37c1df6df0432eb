/** The id of the element that holds a section or a clause. */
export const elementId = (clause: string): string => `clause-${clause}`;

/** The address of a section or a clause, which can be shared. */
export const clauseHref = (path: string, clause: string): string => `#${path}?clause=${clause}`;

/** The section that a clause belongs to: `E2` of `E2.3`. */
export const sectionOf = (clause: string): string => clause.split('.', 1)[0] ?? clause;
