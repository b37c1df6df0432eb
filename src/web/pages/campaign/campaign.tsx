import { lazy, Suspense, useEffect, useState } from 'react';
import { captureCampaign } from '#web/campaign-parameters.ts';
import { campaignContent } from '#web/content/campaign.ts';
import { SitePage } from '#web/pages/site-page.tsx';
import { ComparisonTable } from '#web/ui/comparison-table.tsx';
import { Faq } from '#web/ui/faq.tsx';
import { LogoRows } from '#web/ui/logo-rows.tsx';
import { LogoStrip } from '#web/ui/logo-strip.tsx';
import { Section } from '#web/ui/section.tsx';
import { useSectionJump } from '#web/use-section-jump.ts';
import { AtOnce } from './at-once.tsx';
import { BookDemo } from './book-demo.tsx';
import styles from './campaign.module.css';
import { Challenges } from './challenges.tsx';
import { Customers } from './customers.tsx';
import { Features } from './features.tsx';
import { Hero } from './hero.tsx';
import { Hires } from './hires.tsx';
import { Integrations } from './integrations.tsx';
import { Statistics } from './statistics.tsx';
import { Steps } from './steps.tsx';

// The page doesn't wait for the form's code.
const DemoDialog = lazy(async () => {
  const { DemoDialog: dialog } = await import('#web/pages/demo/demo-dialog.tsx');
  return { default: dialog };
});

/** Blocks that the query's `section` may name (spec §2). */
const SECTIONS = ['customers', 'hire'];

/** Where advertisements lead (spec §2, Campaign landing page). */
export default function Campaign() {
  const [isBooking, setIsBooking] = useState(false);
  useSectionJump(SECTIONS);
  // At once: the visitor may be gone before the form's code is here.
  useEffect(captureCampaign, []);
  const { comparison, questions, closing } = campaignContent;
  const bookDemo = () => setIsBooking(true);
  return (
    <SitePage calls="campaign">
      <Hero onBookDemo={bookDemo} />
      <LogoStrip heading={campaignContent.trusted}>
        <LogoRows />
      </LogoStrip>
      <Statistics />
      <Challenges />
      <AtOnce />
      <Hires onBookDemo={bookDemo} />
      <Steps />
      <Features onBookDemo={bookDemo} />
      <Customers />
      <Section heading={comparison.heading} tone="sunken">
        <ComparisonTable {...comparison} />
      </Section>
      <Integrations onBookDemo={bookDemo} />
      <Section heading={questions.heading} tone="sunken" layout="beside">
        <Faq columns={[questions.items]} />
      </Section>
      <Section heading={closing.heading} lead={closing.lead} tone="night" layout="centre">
        <div className={styles['closing']}>
          <BookDemo onBookDemo={bookDemo} withTrial />
        </div>
      </Section>
      <Suspense>
        <DemoDialog open={isBooking} onClose={() => setIsBooking(false)} />
      </Suspense>
    </SitePage>
  );
}
