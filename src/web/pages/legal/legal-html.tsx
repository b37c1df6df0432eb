import styles from './legal-text.module.css';

/** HTML that the build renders from Markdown. */
export const LegalHtml = ({ html }: { html: string }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by src/build/legal/parse-legal.ts, which rejects raw HTML
  <div className={styles['text']} dangerouslySetInnerHTML={{ __html: html }} />
);
