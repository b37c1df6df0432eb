declare module 'email-providers' {
  /** Domains of mail providers, in lower case. */
  const domains: readonly string[];
  export default domains;
}

declare module 'subset-font' {
  interface SubsetOptions {
    targetFormat: 'sfnt' | 'woff' | 'woff2';
    variationAxes?: Record<string, number>;
    keepFeatures?: string[];
    noHinting?: boolean;
  }

  /** A font with the glyphs that `text` needs and no others. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: SubsetOptions,
  ): Promise<Buffer>;
}
