import type { Voice } from '#web/content/home.ts';
import { testimonials } from '#web/content/testimonials.ts';
import styles from './quote.module.css';

/** What somebody says, and who it is. */
export const Quote = ({ name: voice }: { name: Voice }) => {
  const { content, name, designation } = testimonials[voice];
  return (
    <figure className={styles['quote']}>
      <blockquote>{content}</blockquote>
      <figcaption>
        <strong>{name}</strong>
        {designation && <span>{designation}</span>}
      </figcaption>
    </figure>
  );
};
