import { customers } from '#web/content/customers.ts';
import { SitePage } from '#web/pages/site-page.tsx';
import { LogoStrip } from '#web/ui/logo-strip.tsx';
import { useSectionJump } from '#web/use-section-jump.ts';
import { Advantages } from './advantages.tsx';
import { CandidateBenefits } from './candidate-benefits.tsx';
import { CaseStudies } from './case-studies.tsx';
import { FeatureCards } from './feature-cards.tsx';
import { FeatureList } from './feature-list.tsx';
import { Hero } from './hero.tsx';
import { Integrations } from './integrations.tsx';
import { Numbers } from './numbers.tsx';
import { Pricing } from './pricing.tsx';
import { Process } from './process.tsx';
import { Questions } from './questions.tsx';
import { Testimonials } from './testimonials.tsx';

/** Values of `?section=` (spec §2). */
const SECTIONS = [
  'casestudies',
  'advantages',
  'numbers',
  'process',
  'features',
  'carousel',
  'faq',
] as const;

/** The front page, in the specification's order. */
export default function Home() {
  useSectionJump(SECTIONS);
  return (
    <SitePage>
      <Hero />
      <LogoStrip heading={customers.heading} />
      <FeatureCards />
      <Numbers />
      <Process />
      <CaseStudies />
      <FeatureList />
      <CandidateBenefits />
      <Testimonials />
      <Advantages />
      <Pricing />
      <Integrations />
      <Questions />
    </SitePage>
  );
}
