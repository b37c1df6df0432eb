/** Legal texts, which src/build/legal/parse-legal.ts parses into documents. */
declare module '*.md' {
  const legalDocument: import('./document.ts').LegalDocument;
  export default legalDocument;
}
