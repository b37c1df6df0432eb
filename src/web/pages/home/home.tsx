import { customersWords } from '#web/content/customers.ts';
import { SitePage } from '#web/pages/site-page.tsx';
import { LogoStrip } from '#web/ui/logo-strip.tsx';
import { useSectionJump } from '#web/use-section-jump.ts';
import { Advantages } from './advantages.tsx';
import { FeatureList } from './feature-list.tsx';
import { Hero } from './hero.tsx';
import styles from './home.module.css';
import { useLayOut } from './lay-out.ts';
import { Numbers } from './numbers.tsx';
import { Still } from './still.tsx';
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

/** The front page, in the specification's order. */
export default function Home() {
  const below = useLayOut();
  useSectionJump(SECTIONS);
  return (
    <SitePage>
      <Hero />
      <LogoStrip heading={customersWords.heading}>
        <Still part="logos" />
      </LogoStrip>
      <div ref={below} className={styles['below']}>
        <Still part="cards" />
        <Numbers />
        <Still part="process" />
        <Still part="caseStudies" />
        <FeatureList />
        <Still part="candidates" />
        <Testimonials />
        <Advantages />
        <Still part="pricing" />
        <Still part="integrations" />
        <Still part="questions" />
      </div>
    </SitePage>
  );
}
