/** Bodies of the API's successful responses, in the spelling of the wire. */

export type UserStatus = 'sent' | 'accepted';

/** `genOtpv2`: seconds until another code can be requested. */
export interface CodeSentResponse {
  message: string;
  retryAfter: number;
}

/** `verify`: lifetime of the sign-up ticket in seconds. */
export interface CodeVerifiedResponse {
  message: string;
  ticketSeconds: number;
}

/** `company/create` and `user/create` return the id, `company/logo` the URL path of the logo. */
export interface MessageResponse {
  message: string;
}

/** `getuser`. */
export interface CurrentUserResponse {
  success: { uuid: string; status: UserStatus; name: string; email: string };
}

/** `login`: the user of the new session, and whether the user belongs to the ATS area. */
export interface LoginResponse {
  ATSEnabled: boolean;
  success: { uuid: string; status: UserStatus };
}

/** `v2/user/update`. */
export interface PasswordUpdatedResponse {
  ATSEnabled: boolean;
}

/** `xsrf`: the value of the XSRF header, for a page on another origin than the API. */
export interface XsrfResponse {
  token: string;
}
