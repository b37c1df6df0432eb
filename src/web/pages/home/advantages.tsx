import { homeContent } from '#web/content/home.ts';
import { FadeUp } from '#web/ui/fade-up.tsx';
import { Section } from '#web/ui/section.tsx';
import styles from './advantages.module.css';
import { Still } from './still.tsx';

const { advantages } = homeContent;

/** Six reasons in a grid: three columns wide, two narrow. */
export const Advantages = () => (
  <Section id="advantages" heading={advantages.heading} lead={advantages.subtitle} tone="sunken">
    <ul className={styles['tiles']}>
      {advantages.tiles.map((name) => (
        <li key={name}>
          <FadeUp>
            <Still part={`advantage-${name}`} />
          </FadeUp>
        </li>
      ))}
    </ul>
  </Section>
);
