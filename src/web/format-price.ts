import { groupDigits } from './ui/group-digits.ts';

/** Whole rupees as they are written in India: `₹13,200`. */
export const formatPrice = (amount: number): string => `₹${groupDigits(amount)}`;
