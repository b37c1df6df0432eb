/** Copy of the login by code that a change asks for. */
export const reauthenticationContent = {
  heading: 'Confirm that it is you',
  /** Before and after the address. */
  lead: ['So that nobody else can do this in your name, we mail a code to ', '.'],
  cancel: 'Cancel',
} as const;
