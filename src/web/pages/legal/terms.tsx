import terms from '#web/content/legal/terms.md';
import { LegalPage } from './legal-page.tsx';

/** The terms of use. */
export default function Terms() {
  return <LegalPage document={terms} />;
}
