/** What the API answers with, in the wire's own spelling. */

export type UserStatus = 'sent' | 'accepted';

/** `genOtpv2`: seconds until another code may be asked for. */
export interface CodeSentAnswer {
  message: string;
  retryAfter: number;
}

/** `verify`: seconds for which the sign-up ticket holds. */
export interface CodeVerifiedAnswer {
  message: string;
  ticketSeconds: number;
}

/** `company/create` and `user/create` answer with the id, `company/logo` with the logo's address. */
export interface MessageAnswer {
  message: string;
}

/** `getuser`. */
export interface CurrentUserAnswer {
  success: { uuid: string; status: UserStatus; name: string; email: string };
}

/** `login`: whose session was opened, and where the account belongs. */
export interface LoginAnswer {
  ATSEnabled: boolean;
  success: { uuid: string; status: UserStatus };
}

/** `v2/user/update`. */
export interface PasswordUpdatedAnswer {
  ATSEnabled: boolean;
}

/** `xsrf`: the value for the header, for a page on another host than the API. */
export interface XsrfAnswer {
  token: string;
}
