/** How a page is looked at. */
export interface PictureKind {
  /** Of the window, in CSS pixels. */
  width: 390 | 1440;
  colorScheme: 'light' | 'dark';
}

/** Every page and state has one picture of each; neighbours differ in one property. */
export const pictureKinds: PictureKind[] = [
  { width: 390, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
  { width: 1440, colorScheme: 'dark' },
  { width: 1440, colorScheme: 'light' },
];

/** The kinds with a width of the window; all without one. */
export const kindsOfWidth = (width?: PictureKind['width']): PictureKind[] =>
  pictureKinds.filter((kind) => width === undefined || kind.width === width);

/** The name of a picture, such as `pages/about.390-light`. */
export const pictureName = (subject: string, { width, colorScheme }: PictureKind): string =>
  `${subject}.${width}-${colorScheme}`;
