import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { recruiterOutput } from '#web/content/claims.ts';
import type { Advantage, Feature, TestimonialId } from '#web/content/home.ts';
import { faqContent, homeStaticContent } from '#web/content/home-static.ts';
import { testimonials } from '#web/content/testimonials.ts';
import { Faq } from '#web/marketing/faq.tsx';
import { LogoRows } from '#web/marketing/logo-rows.tsx';
import { PricingTable } from '#web/marketing/pricing-table.tsx';
import { Section } from '#web/marketing/section.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { Star } from '#web/ui/star.tsx';
import { CandidateBenefits } from './candidate-benefits.tsx';
import { CaseStudies } from './case-studies.tsx';
import { FeatureCards } from './features/feature-cards.tsx';
import { HeroActions, NightSky, ProductPreview } from './hero-static.tsx';
import { Integrations } from './integrations.tsx';
import { InsightMock } from './mock-ups/insight-mock.tsx';
import { FollowUpMock, InterviewMock } from './mock-ups/interview-mock.tsx';
import { RankingMock } from './mock-ups/ranking-mock.tsx';
import processStyles from './process.module.css';
import styles from './static-parts.module.css';

const { process } = homeStaticContent;

/** How it works: four steps on one line, the last one marked by a star. */
export const Process = () => (
  <Section id="process" heading={process.heading} lead={process.lead}>
    <ol className={processStyles['steps']}>
      {process.steps.map(({ title, text }, index) => (
        <li key={title} className={processStyles['step']}>
          <span className={processStyles['point']} aria-hidden="true">
            {index === process.steps.length - 1 ? <Star /> : index + 1}
          </span>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  </Section>
);

const noEmail = { email: '' };

/** Frequent questions; each column keeps one answer open at a time. */
export const HomeFaq = () => (
  <Section
    id="faq"
    heading={faqContent.heading}
    lead={
      <>
        {faqContent.lead}{' '}
        <Link to="/demo" state={noEmail}>
          {faqContent.ask}
        </Link>
      </>
    }
  >
    <Faq columns={faqContent.columns} name="faq" />
  </Section>
);

/** SVG paths on a 32 by 32 grid: outlines, and a filled part in the accent colour. */
const drawings = {
  fast: {
    lines: 'M16 28a11 11 0 1 0 0-22 11 11 0 0 0 0 22ZM12.5 2.5h7M16 2.5V6',
    accent: 'M16 17V11a6 6 0 0 1 6 6Z',
  },
  video: {
    lines: 'M4 8h17v16H4ZM21 14l7-4v12l-7-4',
    accent: 'M12.5 11.5 13.6 14.9 17 16 13.6 17.1 12.5 20.5 11.4 17.1 8 16 11.4 14.9Z',
  },
  chat: {
    lines: 'M4 6h24v16H14l-6 5v-5H4Z',
    accent:
      'M10 12.5a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3ZM16 12.5a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3ZM22 12.5a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3Z',
  },
  skills: {
    lines: 'M6 24 12 12 22 17 26 6M6 24l16-7',
    accent: 'M12 8.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7Z',
  },
  insight: {
    lines: 'M4 4v24h24M9 21l5-6 5 3 4-6',
    accent: 'M25 3 26.3 7.7 31 9 26.3 10.3 25 15 23.7 10.3 19 9 23.7 7.7Z',
  },
} as const;

type FeatureIconName = keyof typeof drawings;

/** Decorative two-tone icon of a feature. */
export const FeatureIcon = ({ name }: { name: FeatureIconName }) => (
  <svg className={styles['icon']} viewBox="0 0 32 32" aria-hidden="true">
    <path className={styles['accent']} d={drawings[name].accent} />
    <path className={styles['lines']} d={drawings[name].lines} />
  </svg>
);

const { pricing, closing, hero } = homeStaticContent;

/** The pricing table of the home page. */
const Pricing = () => (
  <Section heading={pricing.heading} lead={pricing.lead} layout="centre">
    <PricingTable />
  </Section>
);

/** Decorative line above the three numbers: one point for each, the last one a star. */
const NumbersConstellation = () => (
  <svg className={styles['constellation']} viewBox="0 0 1200 120" aria-hidden="true">
    <path className={styles['line']} d="M8 92 196 34 408 78 612 36 800 64" />
    <path
      className={styles['faint']}
      d="M90 22h.01M300 16h.01M520 99h.01M720 12h.01M900 99h.01M1080 99h.01M1010 24h.01M1150 40h.01"
    />
    <path className={styles['point']} d="M8 92h.01M408 78h.01" />
    <path
      className={styles['star']}
      d="M830 34 836.5 57.5 860 64 836.5 70.5 830 94 823.5 70.5 800 64 823.5 57.5Z"
    />
  </svg>
);

/** The page's end: the line of the numbers arrives at its star, above the calls to action. */
const Closing = () => (
  <section data-night className={styles['band']}>
    <svg
      className={styles['sky']}
      viewBox="0 0 1200 120"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <path className={styles['line']} d="M0 44 150 84 310 30 452 74 568 60" />
      <path
        className={styles['faint']}
        d="M70 14h.01M236 99h.01M500 12h.01M672 20h.01M770 46h.01M860 16h.01M1020 34h.01M1130 70h.01"
      />
      <path
        className={styles['star']}
        d="M600 20 608.7 51.3 640 60 608.7 68.7 600 100 591.3 68.7 560 60 591.3 51.3Z"
      />
    </svg>
    <h2>{closing.heading}</h2>
    <p className={styles['lead']}>{closing.lead}</p>
    <p className={styles['actions']}>
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
    <figure className={styles['testimonial']}>
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
    <div className={styles['text']}>
      <p>{text}</p>
      <p className={styles['claim']}>
        <strong>{claim.figure}</strong> {claim.text}.
      </p>
    </div>
  );
};

/** One advantage with its icon, or its figure. */
const AdvantageTile = ({ name }: { name: Advantage }) => (
  <div className={styles['tile']}>
    {name === 'output' ? (
      <span className={styles['figure']} aria-hidden="true">
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
