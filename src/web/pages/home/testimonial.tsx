import type { TestimonialId } from '#web/content/home.ts';
import { testimonials } from '#web/content/testimonials.ts';
import styles from './testimonial.module.css';

/** A quote with its author. */
export const Testimonial = ({ name: id }: { name: TestimonialId }) => {
  const { content, name, designation } = testimonials[id];
  return (
    <figure className={styles['testimonial']}>
      <blockquote>{content}</blockquote>
      <figcaption>
        <strong>{name}</strong>
        {designation && <span>{designation}</span>}
      </figcaption>
    </figure>
  );
};
