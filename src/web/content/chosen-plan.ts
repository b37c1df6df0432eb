/** The plan that a visitor chose on the way to the sign-up. */
export const chosenPlanContent = {
  label: 'Your plan',
  change: 'Change',
  trial: 'Nothing is charged during the free trial.',
} as const;
