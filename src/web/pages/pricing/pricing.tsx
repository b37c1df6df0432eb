import { pricingContent } from '#web/content/pricing.ts';
import { SitePage } from '#web/pages/site-page.tsx';
import { Faq } from '#web/ui/faq.tsx';
import { PricingTable } from '#web/ui/pricing-table.tsx';
import { RouteLink } from '#web/ui/route-link.tsx';
import { Section } from '#web/ui/section.tsx';
import { StepHeading } from '#web/ui/step-heading.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import styles from './pricing.module.css';

/** The plans, what they share, and what people ask about them. */
export default function Pricing() {
  const { heading, lead, plansHeading, included, faq, closing } = pricingContent;
  return (
    <SitePage>
      <div className={styles['top']}>
        <div className={styles['head']}>
          <StepHeading>{heading}</StepHeading>
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
        </ul>
      </Section>
      <Section heading={faq.heading}>
        <Faq columns={[faq.items.slice(0, 4), faq.items.slice(4)]} />
      </Section>
      <Section heading={closing.heading} lead={closing.lead} tone="night" layout="centre">
        <p className={styles['closing']}>
          <RouteLink href="#/demo" kind="primary" state={{ email: '' }}>
            {closing.demo}
          </RouteLink>
        </p>
      </Section>
    </SitePage>
  );
}
