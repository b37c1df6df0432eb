import policy from '#web/content/legal/privacy.md';
import { LegalPage } from './legal-page.tsx';

/** The privacy policy, under a hero with its introduction. */
export default function Privacy() {
  return <LegalPage document={policy} isHero />;
}
