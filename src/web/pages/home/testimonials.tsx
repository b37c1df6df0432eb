import { testimonialsContent } from '#web/content/testimonials.ts';
import { Carousel } from '#web/ui/carousel.tsx';
import { Section } from '#web/ui/section.tsx';
import styles from './testimonials.module.css';

const { heading, claim, carousel, testimonials } = testimonialsContent;

const slides = testimonials.map(({ content, name, designation }) => ({
  key: name,
  content: (
    <figure className={styles['quote']}>
      <blockquote>{content}</blockquote>
      <figcaption>
        <strong>{name}</strong>
        {designation && <span>{designation}</span>}
      </figcaption>
    </figure>
  ),
}));

/** What customers and candidates say, a few at a time. */
export const Testimonials = () => (
  <Section id="carousel" heading={heading} lead={`${claim.figure} ${claim.text}.`} layout="centre">
    <Carousel words={carousel} slides={slides} />
  </Section>
);
