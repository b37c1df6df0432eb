import { homeStaticContent } from '#web/content/home-static.ts';
import { PricingTable } from '#web/marketing/pricing-table.tsx';
import { Section } from '#web/marketing/section.tsx';

const { pricing } = homeStaticContent;

/** The pricing table of the home page. */
export const Pricing = () => (
  <Section heading={pricing.heading} lead={pricing.lead} layout="centre">
    <PricingTable />
  </Section>
);
