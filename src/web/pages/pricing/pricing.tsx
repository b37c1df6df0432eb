import { Link } from 'wouter';
import { pricingContent } from '#web/content/pricing.ts';
import { PageHeading } from '#web/layout/page-heading.tsx';
import { PageShell } from '#web/layout/page-shell.tsx';
import { Faq } from '#web/marketing/faq.tsx';
import { PricingTable } from '#web/marketing/pricing-table.tsx';
import { Section } from '#web/marketing/section.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import styles from './pricing.module.css';

/** The plans, their common features, and frequent questions. */
export default function Pricing() {
  const { heading, lead, plansHeading, included, faq, closing } = pricingContent;
  return (
    <PageShell>
      <div className={styles['top']}>
        <div className={styles['head']}>
          <PageHeading>{heading}</PageHeading>
          <p className={styles['lead']}>{lead}</p>
        </div>
        <div>
          <h2>
            <VisuallyHidden>{plansHeading}</VisuallyHidden>
          </h2>
          <PricingTable />
        </div>
      </div>
      <Section heading={included.heading} lead={included.lead} tone="sunken" layout="beside">
        <ul className={styles['included']}>
          {included.items.map(({ title, text }) => (
            <li key={title} className={styles['item']}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
          <li className={styles['planned']}>
            <p className={styles['label']}>{included.upcoming.label}</p>
            <h3>{included.upcoming.title}</h3>
            <p>{included.upcoming.text}</p>
          </li>
        </ul>
      </Section>
      <Section heading={faq.heading}>
        <Faq columns={[faq.items.slice(0, 4), faq.items.slice(4)]} />
      </Section>
      <Section heading={closing.heading} lead={closing.lead} tone="night" layout="centre">
        <p className={styles['closing']}>
          <Link to="/demo" className={buttonClass()} state={{ email: '' }}>
            {closing.demo}
          </Link>
        </p>
      </Section>
    </PageShell>
  );
}
