import { demoVariants } from '#web/content/demo-variants.ts';
import { SitePage } from '#web/pages/site-page.tsx';
import { demoFrames } from '#web/settings.ts';
import { RouteLink } from '#web/ui/route-link.tsx';
import { StepHeading } from '#web/ui/step-heading.tsx';
import styles from './demo-embed.module.css';

/** The simpler demo page: one embedded block, and a bar that leads to our own form. */
export default function DemoEmbed() {
  const { heading, tagline, toForm, embed } = demoVariants;
  const toDemo = (kind: 'primary' | 'quiet') => (
    <RouteLink href="#/demo" kind={kind} state={{ email: '' }}>
      {toForm}
    </RouteLink>
  );
  return (
    <SitePage>
      <div className={styles['page']}>
        <div className={styles['head']}>
          <StepHeading>{heading}</StepHeading>
          <p className={styles['tagline']}>{tagline}</p>
        </div>
        {demoFrames.embed ? (
          <>
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
          </>
        ) : (
          <div className={styles['missing']}>
            <p>{embed.missing}</p>
            {toDemo('primary')}
          </div>
        )}
      </div>
    </SitePage>
  );
}
