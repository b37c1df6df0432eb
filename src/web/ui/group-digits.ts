/** Before every two digits, counted from the last three, which stay together. */
const GAPS = /\B(?=(?:\d\d)*\d{3}$)/g;

/**
 * A whole number of zero or more as it is written in India: `1,20,000`. By hand, because a browser
 * takes longer to set up its own `Intl.NumberFormat` than for all the rest of a page's script.
 */
export const groupDigits = (amount: number): string => String(amount).replace(GAPS, ',');
