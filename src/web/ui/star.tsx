import styles from './star.module.css';

/** The rays of the brand mark, in a view box of 24 × 24. Each has a lit and a shaded side. */
export const StarRays = () => (
  <>
    <path
      className={styles['lit']}
      d="M12 0 14.5 9.5 24 12 14.5 14.5 12 24 9.5 14.5 0 12 9.5 9.5Z"
    />
    <path
      className={styles['shaded']}
      d="M12 0 14.5 9.5 12 12ZM24 12 14.5 14.5 12 12ZM12 24 9.5 14.5 12 12ZM0 12 9.5 9.5 12 12Z"
    />
  </>
);

/** The brand mark, a four-pointed star as tall as the text. Hidden from assistive technology. */
export const Star = () => (
  <svg className={styles['star']} viewBox="0 0 24 24" aria-hidden="true">
    <StarRays />
  </svg>
);
