/** Logs a handled failure: the call and the error code, without personal data. */
export const warn = (where: string, code: string): void => console.warn(`${where}: ${code}`);
