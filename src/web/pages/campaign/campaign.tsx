import { campaignContent } from '#web/content/campaign.ts';
import { campaignFaq } from '#web/content/campaign-faq.ts';
import { PageShell } from '#web/layout/page-shell.tsx';
import { ComparisonTable } from '#web/marketing/comparison-table.tsx';
import { Faq } from '#web/marketing/faq.tsx';
import { LogoRows } from '#web/marketing/logo-rows.tsx';
import { LogoStrip } from '#web/marketing/logo-strip.tsx';
import { Section } from '#web/marketing/section.tsx';
import { useSectionScroll } from '#web/routing/use-section-scroll.ts';
import { BookDemo } from './book-demo.tsx';
import styles from './campaign.module.css';
import challengesStyles from './challenges.module.css';
import { Customers } from './customers.tsx';
import { Features } from './features.tsx';
import { Hero } from './hero.tsx';
import { Hires } from './hires.tsx';
import { Integrations } from './integrations.tsx';
import { ParallelInterviews } from './parallel-interviews.tsx';
import statisticsStyles from './statistics.module.css';
import { Steps } from './steps.tsx';
import { useBooking } from './use-booking.ts';

/** Values of `?section=`. */
const SECTIONS = ['customers', 'hire'];

/** Six figures on a dark band. */
const Statistics = () => {
  const { heading, items } = campaignContent.statistics;
  return (
    <Section heading={heading} tone="night">
      <dl className={statisticsStyles['figures']}>
        {items.map(({ figure, text }) => (
          <div key={text} className={statisticsStyles['item']}>
            <dt>{text}</dt>
            <dd className={statisticsStyles['figure']}>{figure}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
};

/** Problems of hiring that the product solves. */
const Challenges = () => {
  const { heading, lead, items } = campaignContent.challenges;
  return (
    <Section heading={heading} lead={lead} layout="beside">
      <ul className={challengesStyles['list']}>
        {items.map(({ title, text }) => (
          <li key={title} className={challengesStyles['item']}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
};

/** Landing page of advertising campaigns. */
export default function Campaign() {
  const booking = useBooking();
  const { Dialog } = booking;
  useSectionScroll(SECTIONS);
  const { closing } = campaignContent;
  return (
    <PageShell callsToAction="campaign">
      <Hero booking={booking} />
      <LogoStrip heading={campaignContent.trusted}>
        <LogoRows />
      </LogoStrip>
      <Statistics />
      <Challenges />
      <ParallelInterviews />
      <Hires booking={booking} />
      <Steps />
      <Features booking={booking} />
      <Customers />
      <Section heading={campaignContent.comparison.heading} tone="sunken">
        <ComparisonTable {...campaignContent.comparison} />
      </Section>
      <Integrations booking={booking} />
      <Section heading={campaignFaq.heading} tone="sunken" layout="beside">
        <Faq columns={[campaignFaq.items]} />
      </Section>
      <Section heading={closing.heading} lead={closing.lead} tone="night" layout="centre">
        <div className={styles['closing']}>
          <BookDemo booking={booking} place="closing" withTrial />
        </div>
      </Section>
      {Dialog && <Dialog open={booking.place !== undefined} onClose={booking.close} />}
    </PageShell>
  );
}
