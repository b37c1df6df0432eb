const rupees = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  maximumFractionDigits: 0,
});

/** Whole rupees as they are written in India: `₹13,200` (decisions, Motion, carousel, numbers). */
export const formatPrice = (amount: number): string => rupees.format(amount);
