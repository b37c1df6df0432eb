/** Legal texts, which src/build/legal/legal-markdown.ts parses into documents. */
declare module '*.md' {
  const legalDocument: import('./document.ts').LegalDocument;
  export default legalDocument;
}
