import { siteContent } from '#web/content/site.ts';
import styles from './loading-bar.module.css';

/** Progress line at the top of the window while another page loads. */
export const LoadingBar = ({ isLoading }: { isLoading: boolean }) =>
  isLoading ? (
    <div className={styles['bar']} role="progressbar" aria-label={siteContent.loading} />
  ) : null;
