/** Departments that a company can hire for. */
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
