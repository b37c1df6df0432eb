import { customersContent } from '#web/content/customers.ts';
import { homeContent } from '#web/content/home.ts';
import { PageHeading } from '#web/layout/page-heading.tsx';
import { PageShell } from '#web/layout/page-shell.tsx';
import { Carousel } from '#web/marketing/carousel/carousel.tsx';
import { LogoStrip } from '#web/marketing/logo-strip.tsx';
import { CountUp, FadeUp } from '#web/marketing/motion/count-up.tsx';
import { Typing } from '#web/marketing/motion/typing.tsx';
import { Section } from '#web/marketing/section.tsx';
import { StaticIsland } from '#web/routing/static-island.tsx';
import { useSectionScroll } from '#web/routing/use-section-scroll.ts';
import { Star } from '#web/ui/star.tsx';
import { FeatureList } from './features/feature-list.tsx';
import heroStyles from './hero.module.css';
import styles from './home.module.css';

const { hero } = homeContent;
const [beforeTittle, afterTittle] = hero.heading.split(/i(?=[^i]*$)/);

/** The claim on one line, a star as the dot of its last i; below it the calls to action beside the product. */
const Hero = () => (
  <div className={heroStyles['hero']}>
    <StaticIsland part="sky" />
    <div className={heroStyles['field']} />
    <div className={heroStyles['inside']}>
      <div className={heroStyles['claim']}>
        <p className={heroStyles['typing']}>
          <Star />
          <span>
            <Typing phrases={hero.typing} />
          </span>
        </p>
        <PageHeading label={hero.heading}>
          {beforeTittle}
          {afterTittle !== undefined && (
            <span className={heroStyles['tittle']}>
              i<span className={heroStyles['star']} aria-hidden="true" />
            </span>
          )}
          {afterTittle}
        </PageHeading>
      </div>
      <div className={heroStyles['text']}>
        <StaticIsland part="actions" />
      </div>
      <StaticIsland part="preview" />
    </div>
  </div>
);

const { numbers } = homeContent;

/** Three numbers under one constellation, on a dark band in both colour schemes. */
const Numbers = () => (
  <section data-night id="numbers" className={styles['band']} tabIndex={-1}>
    <div className={styles['inside']}>
      <h2>{numbers.heading}</h2>
      <StaticIsland part="constellation" />
      <dl className={styles['numbers']}>
        {numbers.items.map(({ to, suffix, claim, note }) => (
          <div key={to} className={styles['number']}>
            <dt>{claim.text}</dt>
            <dd className={styles['value']}>
              <CountUp to={to} suffix={suffix} />
            </dd>
            <dd className={styles['note']}>{note}</dd>
          </div>
        ))}
      </dl>
    </div>
  </section>
);

const { advantages } = homeContent;

/** Six advantages in a grid of two or three columns. */
const Advantages = () => (
  <Section id="advantages" heading={advantages.heading} label={advantages.subtitle} tone="sunken">
    <ul className={styles['tiles']}>
      {advantages.tiles.map((name) => (
        <li key={name}>
          <FadeUp>
            <StaticIsland part={`advantage-${name}`} />
          </FadeUp>
        </li>
      ))}
    </ul>
  </Section>
);

const { heading, claim, carousel, order } = homeContent.testimonials;

const slides = order.map((id) => ({
  key: id,
  content: <StaticIsland part={`testimonial-${id}`} />,
}));

/** Quotes of customers and candidates in a carousel. */
const Testimonials = () => (
  <Section id="carousel" heading={heading} lead={`${claim.figure} ${claim.text}.`}>
    <Carousel words={carousel} slides={slides} />
  </Section>
);

/** Values of `?section=`. */
const SECTIONS = [
  'casestudies',
  'advantages',
  'numbers',
  'process',
  'features',
  'carousel',
  'faq',
] as const;

/** The home page. */
export default function Home() {
  useSectionScroll(SECTIONS);
  return (
    <PageShell signUpStyle="quiet">
      <Hero />
      <LogoStrip heading={customersContent.heading}>
        <StaticIsland part="logos" />
      </LogoStrip>
      <div className={styles['belowFold']}>
        <StaticIsland part="cards" />
        <Numbers />
        <StaticIsland part="process" />
        <StaticIsland part="caseStudies" />
        <FeatureList />
        <StaticIsland part="candidates" />
        <Testimonials />
        <Advantages />
        <StaticIsland part="pricing" />
        <StaticIsland part="integrations" />
        <StaticIsland part="faq" />
        <StaticIsland part="closing" />
      </div>
    </PageShell>
  );
}
