import styles from './spinner.module.css';

/** A spinner, hidden from assistive technology. It doesn't turn under `prefers-reduced-motion`. */
export const Spinner = () => (
  <svg className={styles['spinner']} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <circle className={styles['track']} cx="12" cy="12" r="9" />
    <path className={styles['arc']} d="M12 3a9 9 0 0 1 9 9" />
  </svg>
);
