/** The plan that a visitor chose on the way to the sign-up. */
export const chosenPlanContent = {
  label: 'You picked',
  change: 'Change',
  trial: 'Nothing is charged during the free trial, which has the limits of Quick Start.',
} as const;
