/** Departments that step 1 of the wizard offers. */
export const DEPARTMENTS = [
  'Sales',
  'Marketing',
  'Finance',
  'Information Technology',
  'IT Infrastructure',
  'Human Resources',
  'Data Science',
  'Collections',
  'Community Management',
] as const;
