import styles from './star.module.css';

/** The mark's rays, each with a lit and a shaded side, on a grid of 24. */
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

/**
 * The mark: a four-pointed star. It takes the height of the text around it. Decoration: the name
 * stands beside it.
 */
export const Star = () => (
  <svg className={styles['star']} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <StarRays />
  </svg>
);
