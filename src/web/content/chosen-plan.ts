/** Copy around the plan that a visitor chose before the sign-up. */
export const chosenPlanContent = {
  label: 'You picked',
  change: 'Change',
  trial: 'Nothing is charged during the free trial, which has the limits of Quick Start.',
} as const;
