/** What a button says while its request is pending. Single exports, so that a page loads only its own. */
export const changing = 'Changing …';
export const checking = 'Checking …';
export const creating = 'Creating …';
export const ending = 'Ending …';
export const loggingIn = 'Logging in …';
export const loggingOut = 'Logging out …';
export const opening = 'Opening …';
export const removing = 'Removing …';
export const saving = 'Saving …';
export const sending = 'Sending …';
