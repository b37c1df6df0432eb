/** Departments that a company can hire for (spec §2, Sign-up screen). */
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
