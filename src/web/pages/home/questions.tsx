import { faqContent } from '#web/content/faq.ts';
import { Faq } from '#web/ui/faq.tsx';
import { RouteLink } from '#web/ui/route-link.tsx';
import { Section } from '#web/ui/section.tsx';

const noEmail = { email: '' };

/** Questions and answers; one is open at a time in each column. */
export const Questions = () => (
  <Section
    id="faq"
    heading={faqContent.heading}
    lead={
      <>
        {faqContent.lead}{' '}
        <RouteLink href="#/demo" state={noEmail}>
          {faqContent.ask}
        </RouteLink>
      </>
    }
  >
    <Faq columns={faqContent.columns} name="faq" />
  </Section>
);
