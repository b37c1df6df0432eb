/** Legal texts: src/build/legal-markdown.ts turns them into documents. */
declare module '*.md' {
  const legalDocument: import('#web/content/legal/document.ts').LegalDocument;
  export default legalDocument;
}
