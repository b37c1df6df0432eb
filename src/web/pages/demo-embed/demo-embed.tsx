import { Link } from 'wouter';
import { demoVariants } from '#web/content/demo-variants.ts';
import { PageHeading } from '#web/layout/page-heading.tsx';
import { FormPage, PageShell } from '#web/layout/page-shell.tsx';
import { demoFrames } from '#web/platform/settings.ts';
import { buttonClass } from '#web/ui/button-class.ts';
import { Card } from '#web/ui/card.tsx';
import styles from './demo-embed.module.css';

/** Alternative demo page: an embedded booking frame, and a bar with a link to the demo form. */
export default function DemoEmbed() {
  const { heading, tagline, toForm, embed } = demoVariants;
  const toDemo = (variant: 'primary' | 'quiet') => (
    <Link to="/demo" className={buttonClass({ variant })} state={{ email: '' }}>
      {toForm}
    </Link>
  );
  if (!demoFrames.embed)
    return (
      <FormPage isShort>
        <Card>
          <PageHeading>{heading}</PageHeading>
          <p className={styles['tagline']}>{tagline}</p>
          <p className={styles['missing']}>{embed.missing}</p>
          {toDemo('primary')}
        </Card>
      </FormPage>
    );
  return (
    <PageShell signUpStyle="text">
      <div className={styles['page']}>
        <div>
          <PageHeading>{heading}</PageHeading>
          <p className={styles['tagline']}>{tagline}</p>
        </div>
        <iframe
          className={styles['frame']}
          src={demoFrames.embed}
          title={embed.frameTitle}
          loading="lazy"
        />
        <div className={styles['bar']}>
          <p>{embed.bar}</p>
          {toDemo('quiet')}
        </div>
      </div>
    </PageShell>
  );
}
