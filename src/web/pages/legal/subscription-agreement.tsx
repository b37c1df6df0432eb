import agreement from '#web/content/legal/subscription-agreement.md';
import { LegalPage } from './legal-page.tsx';

/** The Master Subscription Agreement with its three exhibits. */
export default function SubscriptionAgreement() {
  return <LegalPage document={agreement} />;
}
