import { CandidateBenefits } from './candidate-benefits.tsx';
import { CaseStudies } from './case-studies.tsx';
import { FeatureCards } from './feature-cards.tsx';
import { FollowUpMock } from './follow-up-mock.tsx';
import { InsightMock } from './insight-mock.tsx';
import { Integrations } from './integrations.tsx';
import { InterviewMock } from './interview-mock.tsx';
import { NightSky } from './night-sky.tsx';
import { Process } from './process.tsx';
import { Questions } from './questions.tsx';
import { RankingMock } from './ranking-mock.tsx';
import { Stage } from './stage.tsx';

/** The parts of the home page that neither change nor answer by script. */
export const stillParts = {
  sky: NightSky,
  stage: Stage,
  cards: FeatureCards,
  process: Process,
  caseStudies: CaseStudies,
  interview: () => <InterviewMock isBrief />,
  ranking: RankingMock,
  insight: InsightMock,
  followUp: FollowUpMock,
  candidates: CandidateBenefits,
  integrations: Integrations,
  questions: Questions,
};
