import { homeContent } from '#web/content/home.ts';
import { FadeUp } from '#web/marketing/motion/fade-up.tsx';
import { Section } from '#web/marketing/section.tsx';
import { StaticIsland } from '#web/routing/static-island.tsx';
import styles from './advantages.module.css';

const { advantages } = homeContent;

/** Six advantages in a grid of two or three columns. */
export const Advantages = () => (
  <Section id="advantages" heading={advantages.heading} lead={advantages.subtitle} tone="sunken">
    <ul className={styles['tiles']}>
      {advantages.tiles.map((name) => (
        <li key={name}>
          <FadeUp>
            <StaticIsland part={`advantage-${name}`} />
          </FadeUp>
        </li>
      ))}
    </ul>
  </Section>
);
