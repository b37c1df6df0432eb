import { homeContent } from '#web/content/home.ts';
import { FadeUp } from '#web/ui/fade-up.tsx';
import { Section } from '#web/ui/section.tsx';
import styles from './advantages.module.css';
import { FeatureIcon } from './feature-icon.tsx';

const { advantages } = homeContent;

/** Six reasons in a grid: three columns wide, two narrow (spec §1). */
export const Advantages = () => (
  <Section id="advantages" heading={advantages.heading} lead={advantages.subtitle} tone="sunken">
    <ul className={styles['tiles']}>
      {advantages.tiles.map(({ icon, text }) => (
        <li key={text}>
          <FadeUp>
            <div className={styles['tile']}>
              <FeatureIcon name={icon} />
              <p>{text}</p>
            </div>
          </FadeUp>
        </li>
      ))}
    </ul>
  </Section>
);
