/** The file beside a chart with its events and inputs: `door.paths.ts` of `door.ts`. */
export const optionsFileOf = (file: string): string => file.replace(/\.\w+$/, '.paths.ts');

/** The file beside a chart with its approved paths: `door.paths.txt` of `door.ts`. */
export const approvedFileOf = (file: string): string => file.replace(/\.\w+$/, '.paths.txt');
