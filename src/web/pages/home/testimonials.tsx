import { homeContent } from '#web/content/home.ts';
import { Carousel } from '#web/marketing/carousel/carousel.tsx';
import { Section } from '#web/marketing/section.tsx';
import { StaticIsland } from '#web/routing/static-island.tsx';

const { heading, claim, carousel, order } = homeContent.testimonials;

const slides = order.map((id) => ({
  key: id,
  content: <StaticIsland part={`testimonial-${id}`} />,
}));

/** Quotes of customers and candidates in a carousel. */
export const Testimonials = () => (
  <Section id="carousel" heading={heading} lead={`${claim.figure} ${claim.text}.`}>
    <Carousel words={carousel} slides={slides} />
  </Section>
);
