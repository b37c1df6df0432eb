import { customers } from '#web/content/customers.ts';
import { SitePage } from '#web/pages/site-page.tsx';
import { LogoStrip } from '#web/ui/logo-strip.tsx';
import { useSectionJump } from '#web/use-section-jump.ts';
import { Advantages } from './advantages.tsx';
import { FeatureList } from './feature-list.tsx';
import { Hero } from './hero.tsx';
import { Numbers } from './numbers.tsx';
import { Pricing } from './pricing.tsx';
import { Still } from './still.tsx';
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
      <Still part="cards" />
      <Numbers />
      <Still part="process" />
      <Still part="caseStudies" />
      <FeatureList />
      <Still part="candidates" />
      <Testimonials />
      <Advantages />
      <Pricing />
      <Still part="integrations" />
      <Still part="questions" />
    </SitePage>
  );
}
