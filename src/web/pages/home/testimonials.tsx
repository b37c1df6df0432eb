import { homeContent } from '#web/content/home.ts';
import { Carousel } from '#web/ui/carousel.tsx';
import { Section } from '#web/ui/section.tsx';
import { Still } from './still.tsx';

const { heading, claim, carousel, voices } = homeContent.testimonials;

const slides = voices.map((voice) => ({ key: voice, content: <Still part={`quote-${voice}`} /> }));

/** What customers and candidates say, a few at a time. */
export const Testimonials = () => (
  <Section id="carousel" heading={heading} lead={`${claim.figure} ${claim.text}.`} layout="centre">
    <Carousel words={carousel} slides={slides} />
  </Section>
);
