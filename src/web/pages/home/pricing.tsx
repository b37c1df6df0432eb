import { homeStillContent } from '#web/content/home-still.ts';
import { PricingTable } from '#web/ui/pricing-table.tsx';
import { Section } from '#web/ui/section.tsx';

const { pricing } = homeStillContent;

/** What it costs. */
export const Pricing = () => (
  <Section heading={pricing.heading} lead={pricing.lead} layout="centre">
    <PricingTable />
  </Section>
);
