import * as brand from '#contract/brand.ts';
import { Star } from '../ui/star.tsx';
import styles from './wordmark.module.css';

/** The star and the product's name. */
export const Wordmark = () => (
  <span className={styles['wordmark']}>
    <Star />
    {brand.name}
  </span>
);
