import type { ReactNode } from 'react';
import styles from './section.module.css';

interface SectionProps {
  /** What `?section=` and scroll-to buttons name. */
  id?: string;
  heading: ReactNode;
  lead?: ReactNode;
  /** Where the heading stands: above at the start, above in the middle, or beside the content. */
  layout?: 'start' | 'centre' | 'beside';
  /** The ground: paper, a sunken or warm band, or night in both schemes. */
  tone?: 'page' | 'sunken' | 'warm' | 'night';
  /** Stands under the lead, such as a call to action. */
  aside?: ReactNode;
  children: ReactNode;
}

/** One section of a page: a full-width ground, a column on the grid, a heading of level 2. */
export const Section = ({
  id,
  heading,
  lead,
  layout = 'start',
  tone = 'page',
  aside,
  children,
}: SectionProps) => (
  <section
    data-night={tone === 'night' || undefined}
    id={id}
    className={`${styles['section']} ${styles[tone]}`}
    tabIndex={id ? -1 : undefined}
  >
    <div className={`${styles['inside']} ${styles[layout]}`}>
      <div className={styles['head']}>
        <h2>{heading}</h2>
        {lead && <p className={styles['lead']}>{lead}</p>}
        {aside && <div className={styles['aside']}>{aside}</div>}
      </div>
      <div className={styles['body']}>{children}</div>
    </div>
  </section>
);
