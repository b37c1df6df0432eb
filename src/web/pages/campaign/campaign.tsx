import { clsx } from 'clsx/lite';
import { campaignContent } from '#web/content/campaign.ts';
import { campaignFaq } from '#web/content/campaign-faq.ts';
import { PageShell } from '#web/layout/page-shell.tsx';
import { ComparisonTable } from '#web/marketing/comparison-table.tsx';
import { Faq } from '#web/marketing/faq.tsx';
import { LogoRows } from '#web/marketing/logo-rows.tsx';
import { LogoStrip } from '#web/marketing/logo-strip.tsx';
import { Section } from '#web/marketing/section.tsx';
import { useSectionScroll } from '#web/routing/use-section-scroll.ts';
import { check, Icon } from '#web/ui/icon.tsx';
import { Star } from '#web/ui/star.tsx';
import { BookDemo } from './book-demo.tsx';
import styles from './campaign.module.css';
import customersStyles from './customers.module.css';
import { Hero } from './hero.tsx';
import integrationsStyles from './integrations.module.css';
import { ParallelInterviews } from './parallel-interviews.tsx';
import statisticsStyles from './statistics.module.css';
import { type Booking, useBooking } from './use-booking.ts';

interface QuoteProps {
  content: string;
  name: string;
  designation: string;
  isLarge?: boolean;
}

const Quote = ({ content, name, designation, isLarge = false }: QuoteProps) => (
  <figure className={clsx(customersStyles['quote'], isLarge && customersStyles['large'])}>
    <blockquote>
      <p>{content}</p>
    </blockquote>
    <figcaption>
      <span className={customersStyles['name']}>{name}</span>
      <span className={customersStyles['designation']}>{designation}</span>
    </figcaption>
  </figure>
);

/** Quotes of customers; target of `?section=customers`. */
const Customers = () => {
  const { heading, first, others } = campaignContent.customers;
  return (
    <Section id="customers" heading={heading}>
      <div className={customersStyles['quotes']}>
        <Quote {...first} isLarge />
        <div className={customersStyles['others']}>
          {others.map((quote) => (
            <Quote key={quote.name} {...quote} />
          ))}
        </div>
      </div>
    </Section>
  );
};

/** Systems that the product integrates with, connected to it by lines. */
const Integrations = ({ booking }: { booking: Booking }) => {
  const { heading, lead, items, upcoming } = campaignContent.integrations;
  return (
    <Section
      heading={heading}
      lead={lead}
      layout="centre"
      aside={<BookDemo booking={booking} place="integrations" variant="quiet" />}
    >
      <div className={integrationsStyles['map']}>
        <span className={integrationsStyles['hub']}>
          <Star />
        </span>
        <ul className={integrationsStyles['systems']}>
          {items.map(({ title, text, isUpcoming }) => (
            <li
              key={title}
              className={clsx(
                integrationsStyles['system'],
                isUpcoming && integrationsStyles['planned'],
              )}
            >
              <h3>
                {title}{' '}
                {isUpcoming && <span className={integrationsStyles['upcoming']}>{upcoming}</span>}
              </h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </Section>
  );
};

/** Bar chart of an agency's hires per month, without and with the product; target of `?section=hire`. */
const Hires = ({ booking }: { booking: Booking }) => {
  const { heading, lead, bars } = campaignContent.hires;
  return (
    <Section
      id="hire"
      heading={heading}
      lead={lead}
      layout="beside"
      aside={<BookDemo booking={booking} place="hires" variant="quiet" />}
    >
      <dl className={styles['bars']}>
        {bars.map(({ label, figure, text, size }) => (
          <div key={label} className={clsx(styles['bar'], styles[size])}>
            <dt>{label}</dt>
            <dd>
              <span className={styles['figure']}>{figure}</span> {text}
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
};

/** Benefits for the team and for the candidates. */
const Features = ({ booking }: { booking: Booking }) => {
  const { heading, lists } = campaignContent.features;
  return (
    <Section heading={heading} tone="sunken" layout="centre">
      <div className={styles['lists']}>
        {lists.map(({ title, items }) => (
          <div key={title} className={styles['side']}>
            <h3>{title}</h3>
            <ul className={styles['items']}>
              {items.map((item) => (
                <li key={item} className={styles['item']}>
                  <span className={styles['mark']}>
                    <Icon path={check} />
                  </span>
                  {item}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      <div className={styles['action']}>
        <BookDemo booking={booking} place="features" />
      </div>
    </Section>
  );
};

/** The three steps from applicants to a decision, as points on one line. */
const Steps = () => {
  const { heading, items } = campaignContent.steps;
  return (
    <Section heading={heading}>
      <ol className={styles['steps']}>
        {items.map(({ title, text }, index) => (
          <li key={title} className={styles['step']}>
            <span className={styles['point']} aria-hidden="true">
              {index + 1}
            </span>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
};

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
      <ul className={styles['list']}>
        {items.map(({ title, text }) => (
          <li key={title} className={styles['challenge']}>
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
