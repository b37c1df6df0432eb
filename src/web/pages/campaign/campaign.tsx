import { useEffect } from 'react';
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
import { useBooking } from './use-booking.ts';

/** Blocks that the query's `section` may name. */
const SECTIONS = ['customers', 'hire'];

/** Where advertisements lead. */
export default function Campaign() {
  const booking = useBooking();
  const { Dialog } = booking;
  useSectionJump(SECTIONS);
  // At once: the visitor may be gone before the form's code is here.
  useEffect(captureCampaign, []);
  const { comparison, questions, closing } = campaignContent;
  return (
    <SitePage calls="campaign">
      <Hero booking={booking} />
      <LogoStrip heading={campaignContent.trusted}>
        <LogoRows />
      </LogoStrip>
      <Statistics />
      <Challenges />
      <AtOnce />
      <Hires booking={booking} />
      <Steps />
      <Features booking={booking} />
      <Customers />
      <Section heading={comparison.heading} tone="sunken">
        <ComparisonTable {...comparison} />
      </Section>
      <Integrations booking={booking} />
      <Section heading={questions.heading} tone="sunken" layout="beside">
        <Faq columns={[questions.items]} />
      </Section>
      <Section heading={closing.heading} lead={closing.lead} tone="night" layout="centre">
        <div className={styles['closing']}>
          <BookDemo booking={booking} place="closing" withTrial />
        </div>
      </Section>
      {Dialog && <Dialog open={booking.place !== undefined} onClose={booking.close} />}
    </SitePage>
  );
}
