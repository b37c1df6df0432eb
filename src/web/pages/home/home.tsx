import { customersContent } from '#web/content/customers.ts';
import { PageShell } from '#web/layout/page-shell.tsx';
import { LogoStrip } from '#web/marketing/logo-strip.tsx';
import { StaticIsland } from '#web/routing/static-island.tsx';
import { useSectionScroll } from '#web/routing/use-section-scroll.ts';
import { Advantages } from './features/advantages.tsx';
import { FeatureList } from './features/feature-list.tsx';
import { Hero } from './hero/hero.tsx';
import styles from './home.module.css';
import { Numbers } from './numbers.tsx';
import { Testimonials } from './testimonials.tsx';

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
