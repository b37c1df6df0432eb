import styles from './legal-text.module.css';

/** HTML that the build has made of Markdown, links and tables included. */
export const LegalHtml = ({ html }: { html: string }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made by src/build/legal-renderer.ts, which refuses raw HTML
  <div className={styles['text']} dangerouslySetInnerHTML={{ __html: html }} />
);
