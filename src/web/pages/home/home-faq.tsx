import { Link } from 'wouter';
import { faqContent } from '#web/content/faq.ts';
import { Faq } from '#web/marketing/faq.tsx';
import { Section } from '#web/marketing/section.tsx';

const noEmail = { email: '' };

/** Frequent questions; each column keeps one answer open at a time. */
export const HomeFaq = () => (
  <Section
    id="faq"
    heading={faqContent.heading}
    lead={
      <>
        {faqContent.lead}{' '}
        <Link to="/demo" state={noEmail}>
          {faqContent.ask}
        </Link>
      </>
    }
  >
    <Faq columns={faqContent.columns} name="faq" />
  </Section>
);
