import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { recruiterOutput } from '#web/content/claims.ts';
import type { Advantage, Feature, TestimonialId } from '#web/content/home.ts';
import { homeStaticContent } from '#web/content/home-static.ts';
import { testimonials } from '#web/content/testimonials.ts';
import { LogoRows } from '#web/marketing/logo-rows.tsx';
import { PricingTable } from '#web/marketing/pricing-table.tsx';
import { Section } from '#web/marketing/section.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { CandidateBenefits } from './candidate-benefits.tsx';
import { CaseStudies } from './case-studies.tsx';
import closingStyles from './closing.module.css';
import advantageStyles from './features/advantage-tile.module.css';
import { FeatureCards } from './features/feature-cards.tsx';
import { FeatureIcon } from './features/feature-icon.tsx';
import featureTextStyles from './features/feature-text.module.css';
import { HeroActions } from './hero/hero-actions.tsx';
import { NightSky } from './hero/night-sky.tsx';
import { ProductPreview } from './hero/product-preview.tsx';
import { HomeFaq } from './home-faq.tsx';
import { Integrations } from './integrations.tsx';
import { FollowUpMock } from './mock-ups/follow-up-mock.tsx';
import { InsightMock } from './mock-ups/insight-mock.tsx';
import { InterviewMock } from './mock-ups/interview-mock.tsx';
import { RankingMock } from './mock-ups/ranking-mock.tsx';
import constellationStyles from './numbers-constellation.module.css';
import { Process } from './process.tsx';
import testimonialStyles from './testimonial.module.css';

const { pricing, closing, hero } = homeStaticContent;

/** The pricing table of the home page. */
const Pricing = () => (
  <Section heading={pricing.heading} lead={pricing.lead} layout="centre">
    <PricingTable />
  </Section>
);

/** Decorative line above the three numbers: one point for each, the last one a star. */
const NumbersConstellation = () => (
  <svg
    className={constellationStyles['figure']}
    viewBox="0 0 1200 120"
    aria-hidden="true"
    focusable="false"
  >
    <path className={constellationStyles['line']} d="M8 92 196 34 408 78 612 36 800 64" />
    <path
      className={constellationStyles['faint']}
      d="M90 22h.01M300 16h.01M520 108h.01M720 12h.01M900 108h.01M1080 100h.01M1010 24h.01M1150 40h.01M248 102h.01M196 34h.01M612 36h.01"
    />
    <path className={constellationStyles['point']} d="M8 92h.01M408 78h.01" />
    <path
      className={constellationStyles['star']}
      d="M830 34 836.5 57.5 860 64 836.5 70.5 830 94 823.5 70.5 800 64 823.5 57.5Z"
    />
  </svg>
);

/** The page's end: the line of the numbers arrives at its star, above the calls to action. */
const Closing = () => (
  <section data-night className={closingStyles['band']}>
    <svg
      className={closingStyles['sky']}
      viewBox="0 0 1200 120"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      <path className={constellationStyles['line']} d="M0 44 150 84 310 30 452 74 568 60" />
      <path
        className={constellationStyles['faint']}
        d="M70 14h.01M150 84h.01M236 100h.01M310 30h.01M452 74h.01M500 12h.01M672 20h.01M704 92h.01M770 46h.01M860 16h.01M930 84h.01M1020 34h.01M1130 70h.01"
      />
      <path
        className={constellationStyles['star']}
        d="M600 20 608.7 51.3 640 60 608.7 68.7 600 100 591.3 68.7 560 60 591.3 51.3Z"
      />
    </svg>
    <h2>{closing.heading}</h2>
    <p className={closingStyles['lead']}>{closing.lead}</p>
    <p className={closingStyles['actions']}>
      <Link to="/checkout" className={buttonClass()} state={{ email: '' }}>
        {hero.start}
      </Link>
      <Link to="/demo" className={buttonClass({ variant: 'quiet' })} state={{ email: '' }}>
        {hero.demo}
      </Link>
    </p>
  </section>
);

/** A quote with its author. */
const Testimonial = ({ name: id }: { name: TestimonialId }) => {
  const { content, name, designation } = testimonials[id];
  return (
    <figure className={testimonialStyles['testimonial']}>
      <blockquote>{content}</blockquote>
      <figcaption>
        <strong>{name}</strong>
        {designation && <span>{designation}</span>}
      </figcaption>
    </figure>
  );
};

/** Description of one part of the product. */
const FeatureText = ({ name }: { name: Feature }) => {
  const { text, claim } = homeStaticContent.features[name];
  return (
    <div className={featureTextStyles['text']}>
      <p>{text}</p>
      <p className={featureTextStyles['claim']}>
        <strong>{claim.figure}</strong> {claim.text}.
      </p>
    </div>
  );
};

/** One advantage with its icon, or its figure. */
const AdvantageTile = ({ name }: { name: Advantage }) => (
  <div className={advantageStyles['tile']}>
    {name === 'output' ? (
      <span className={advantageStyles['figure']} aria-hidden="true">
        {recruiterOutput.figure}
      </span>
    ) : (
      <FeatureIcon name={name} />
    )}
    <p>{homeStaticContent.advantages[name]}</p>
  </div>
);

/** One part for each key of `content`, such as `testimonial-founder`. */
const partsOf = <Kind extends string, Name extends string>(
  kind: Kind,
  content: Record<Name, unknown>,
  Part: (props: { name: Name }) => ReactNode,
) =>
  Object.fromEntries(
    (Object.keys(content) as Name[]).map((name) => [`${kind}-${name}`, () => <Part name={name} />]),
  ) as Record<`${Kind}-${Name}`, () => ReactNode>;

/** The static islands of the home page: parts that need no script. */
export const staticParts = {
  sky: NightSky,
  actions: HeroActions,
  constellation: NumbersConstellation,
  preview: ProductPreview,
  logos: LogoRows,
  cards: FeatureCards,
  process: Process,
  caseStudies: CaseStudies,
  interview: () => <InterviewMock layout="stage" />,
  ranking: RankingMock,
  insight: () => <InsightMock layout="stage" />,
  followUp: FollowUpMock,
  candidates: CandidateBenefits,
  pricing: Pricing,
  integrations: Integrations,
  faq: HomeFaq,
  closing: Closing,
  ...partsOf('text', homeStaticContent.features, FeatureText),
  ...partsOf('advantage', homeStaticContent.advantages, AdvantageTile),
  ...partsOf('testimonial', testimonials, Testimonial),
};
