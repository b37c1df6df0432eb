import { consentContent } from '#web/content/consent.ts';
import { openConsentSettings } from '#web/platform/consent-settings.ts';
import styles from './consent-settings.module.css';

/** Opens the consent bar again; looks like a link of the footer. */
export const ConsentSettings = () => (
  <button
    type="button"
    className={styles['settings']}
    onClick={({ currentTarget }) => openConsentSettings(currentTarget)}
  >
    {consentContent.settings}
  </button>
);
