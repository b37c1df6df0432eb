import { groupDigits } from './ui/group-digits.ts';

/** Whole rupees as they are written in India: `₹13,200` (decisions, Motion, carousel, numbers). */
export const formatPrice = (amount: number): string => `₹${groupDigits(amount)}`;
