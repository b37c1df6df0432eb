/** An environment variable with an unusable value. The message is one line that begins with its name. */
export class SettingError extends Error {}

/** Turns an error of `listen` into one that names the variable of the host or of the port. */
export const toListenError = (
  error: NodeJS.ErrnoException,
  names: { host: string; port: string },
): SettingError => {
  if (error.code === 'EADDRINUSE')
    return new SettingError(`${names.port} is in use by another program`);
  if (error.code === 'EACCES')
    return new SettingError(`${names.port} may not be listened on by this user (EACCES)`);
  return new SettingError(`${names.host} is not an address of this machine (${error.code})`);
};
