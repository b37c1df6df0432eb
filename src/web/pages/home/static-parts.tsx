import type { ReactNode } from 'react';
import type { Advantage, Feature, TestimonialId } from '#web/content/home.ts';
import { homeStaticContent } from '#web/content/home-static.ts';
import { testimonials } from '#web/content/testimonials.ts';
import { LogoRows } from '#web/marketing/logo-rows.tsx';
import { PricingTable } from '#web/marketing/pricing-table.tsx';
import { Section } from '#web/marketing/section.tsx';
import { CandidateBenefits } from './candidate-benefits.tsx';
import { CaseStudies } from './case-studies.tsx';
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

const { pricing } = homeStaticContent;

/** The pricing table of the home page. */
const Pricing = () => (
  <Section heading={pricing.heading} lead={pricing.lead} layout="centre">
    <PricingTable />
  </Section>
);

/** Decorative line above the three numbers: one point for each, a star at the end. */
const NumbersConstellation = () => (
  <svg
    className={constellationStyles['figure']}
    viewBox="0 0 1200 120"
    aria-hidden="true"
    focusable="false"
  >
    <path
      className={constellationStyles['line']}
      d="M8 92 196 34 408 78 612 36 808 70 1000 30 1140 44"
    />
    <path
      className={constellationStyles['faint']}
      d="M90 22h.01M300 16h.01M520 108h.01M720 12h.01M900 108h.01M1080 100h.01M1060 10h.01M248 102h.01M196 34h.01M612 36h.01M1000 30h.01"
    />
    <path className={constellationStyles['point']} d="M8 92h.01M408 78h.01M808 70h.01" />
    <path
      className={constellationStyles['star']}
      d="M1170 14 1176.5 37.5 1200 44 1176.5 50.5 1170 74 1163.5 50.5 1140 44 1163.5 37.5Z"
    />
  </svg>
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
  const { title, text, claim } = homeStaticContent.features[name];
  return (
    <div className={featureTextStyles['text']}>
      <h3>{title}</h3>
      <p>{text}</p>
      <p className={featureTextStyles['claim']}>
        <strong>{claim.figure}</strong> {claim.text}.
      </p>
    </div>
  );
};

/** One advantage with its icon. */
const AdvantageTile = ({ name }: { name: Advantage }) => (
  <div className={advantageStyles['tile']}>
    <FeatureIcon name={name} />
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
  interview: () => <InterviewMock isCompact />,
  ranking: RankingMock,
  insight: InsightMock,
  followUp: FollowUpMock,
  candidates: CandidateBenefits,
  pricing: Pricing,
  integrations: Integrations,
  faq: HomeFaq,
  ...partsOf('text', homeStaticContent.features, FeatureText),
  ...partsOf('advantage', homeStaticContent.advantages, AdvantageTile),
  ...partsOf('testimonial', testimonials, Testimonial),
};
