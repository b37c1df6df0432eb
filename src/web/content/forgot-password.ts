/** Copy of the forgotten password page. */
export const forgotPasswordContent = {
  heading: 'Forgot Password?',
  lead: 'Enter your email.\nWe will send you a code that lets you set a new password.',
  email: 'Email',
  sent: 'A six digit OTP has been sent to your email id.',
  resend: 'Resend',
  verify: 'Verify',
  back: ['Remembered it? ', 'Log In'],
} as const;
