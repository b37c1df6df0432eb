import terms from '#web/content/legal/terms.md';
import { LegalPage } from './legal-page.tsx';

/** The terms for everyone who uses the site. */
export default function Terms() {
  return <LegalPage document={terms} />;
}
