/** Positions of the group separators: before the last three digits, then before every two. */
const GAPS = /\B(?=(?:\d\d)*\d{3}$)/g;

/**
 * Formats a non-negative integer in the Indian system: `1,20,000`. It doesn't use `Intl.NumberFormat`,
 * whose first use takes longer than the rest of a page's script.
 */
export const groupDigits = (amount: number): string => String(amount).replace(GAPS, ',');
