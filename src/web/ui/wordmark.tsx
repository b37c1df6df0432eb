import { brand } from '#contract/brand.ts';
import { Star } from './star.tsx';
import styles from './wordmark.module.css';

/** The star and the name, as one line. Its name for assistive technology is the product's. */
export const Wordmark = () => (
  <span className={styles['wordmark']}>
    <Star />
    {brand.name}
  </span>
);
