import { groupDigits } from '#web/platform/group-digits.ts';

/** Whole rupees with Indian digit grouping: `₹1,20,000`. */
export const formatPrice = (amount: number): string => `₹${groupDigits(amount)}`;
