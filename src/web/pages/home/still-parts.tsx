import type { ReactNode } from 'react';
import { homeStillContent } from '#web/content/home-still.ts';
import { testimonials } from '#web/content/testimonials.ts';
import { LogoRows } from '#web/ui/logo-rows.tsx';
import { AdvantageTile } from './advantage-tile.tsx';
import { CandidateBenefits } from './candidate-benefits.tsx';
import { CaseStudies } from './case-studies.tsx';
import { Constellation } from './constellation.tsx';
import { FeatureCards } from './feature-cards.tsx';
import { FeatureWords } from './feature-words.tsx';
import { FollowUpMock } from './follow-up-mock.tsx';
import { HeroWays } from './hero-ways.tsx';
import { InsightMock } from './insight-mock.tsx';
import { Integrations } from './integrations.tsx';
import { InterviewMock } from './interview-mock.tsx';
import { NightSky } from './night-sky.tsx';
import { Pricing } from './pricing.tsx';
import { Process } from './process.tsx';
import { Questions } from './questions.tsx';
import { Quote } from './quote.tsx';
import { RankingMock } from './ranking-mock.tsx';
import { Stage } from './stage.tsx';

/** A part for each of these, such as `quote-founder`. */
const partsOf = <Kind extends string, Name extends string>(
  kind: Kind,
  content: Record<Name, unknown>,
  Part: (props: { name: Name }) => ReactNode,
) =>
  Object.fromEntries(
    (Object.keys(content) as Name[]).map((name) => [`${kind}-${name}`, () => <Part name={name} />]),
  ) as Record<`${Kind}-${Name}`, () => ReactNode>;

/** The parts of the home page that neither change nor answer by script. */
export const stillParts = {
  sky: NightSky,
  ways: HeroWays,
  constellation: Constellation,
  stage: Stage,
  logos: LogoRows,
  cards: FeatureCards,
  process: Process,
  caseStudies: CaseStudies,
  interview: () => <InterviewMock isBrief />,
  ranking: RankingMock,
  insight: InsightMock,
  followUp: FollowUpMock,
  candidates: CandidateBenefits,
  pricing: Pricing,
  integrations: Integrations,
  questions: Questions,
  ...partsOf('words', homeStillContent.features, FeatureWords),
  ...partsOf('advantage', homeStillContent.advantages, AdvantageTile),
  ...partsOf('quote', testimonials, Quote),
};
