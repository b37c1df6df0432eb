import type { ReactNode } from 'react';
import { homeStaticContent } from '#web/content/home-static.ts';
import { testimonials } from '#web/content/testimonials.ts';
import { LogoRows } from '#web/marketing/logo-rows.tsx';
import { PricingTable } from '#web/marketing/pricing-table.tsx';
import { Section } from '#web/marketing/section.tsx';
import { CandidateBenefits } from './candidate-benefits.tsx';
import { CaseStudies } from './case-studies.tsx';
import { AdvantageTile } from './features/advantage-tile.tsx';
import { FeatureCards } from './features/feature-cards.tsx';
import { FeatureText } from './features/feature-text.tsx';
import { HeroActions } from './hero/hero-actions.tsx';
import { NightSky } from './hero/night-sky.tsx';
import { ProductPreview } from './hero/product-preview.tsx';
import { HomeFaq } from './home-faq.tsx';
import { Integrations } from './integrations.tsx';
import { FollowUpMock } from './mock-ups/follow-up-mock.tsx';
import { InsightMock } from './mock-ups/insight-mock.tsx';
import { InterviewMock } from './mock-ups/interview-mock.tsx';
import { RankingMock } from './mock-ups/ranking-mock.tsx';
import { NumbersConstellation } from './numbers-constellation.tsx';
import { Process } from './process.tsx';
import { Testimonial } from './testimonial.tsx';

const { pricing } = homeStaticContent;

/** The pricing table of the home page. */
const Pricing = () => (
  <Section heading={pricing.heading} lead={pricing.lead} layout="centre">
    <PricingTable />
  </Section>
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
