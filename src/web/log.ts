/** What is "logged only": one line with a code and no personal data. */
export const warn = (where: string, code: string): void => console.warn(`${where}: ${code}`);
