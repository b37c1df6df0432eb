import { siteContent } from '#web/content/site.ts';
import styles from './loading-bar.module.css';

/** A line at the top of the window while another page is on its way and takes its time. */
export const LoadingBar = ({ isLoading }: { isLoading: boolean }) =>
  isLoading ? (
    <div className={styles['bar']} role="progressbar" aria-label={siteContent.loading} />
  ) : null;
