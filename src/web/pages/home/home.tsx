import { homeContent } from '#web/content/home.ts';
import { FormPage } from '#web/pages/form-page.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { StepHeading } from '#web/ui/step-heading.tsx';
import styles from './home.module.css';

/** The front page: what the product does, and the way in. */
export default function Home() {
  return (
    <FormPage>
      <div className={styles['hero']}>
        <StepHeading>{homeContent.heading}</StepHeading>
        <p className={styles['lead']}>{homeContent.lead}</p>
        <ButtonLink href="#/checkout">{homeContent.start}</ButtonLink>
        <p className={styles['note']}>{homeContent.note}</p>
      </div>
    </FormPage>
  );
}
