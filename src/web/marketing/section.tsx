import { clsx } from 'clsx/lite';
import type { ReactNode } from 'react';
import styles from './section.module.css';

interface SectionProps {
  /** Target of `?section=` and of scroll-to buttons. */
  id?: string;
  heading: ReactNode;
  /** Above the heading, in the size of a field's label. */
  label?: string;
  lead?: ReactNode;
  /** Position of the heading: above the content, above and centred, or beside it. */
  layout?: 'start' | 'centre' | 'beside';
  /** Background; `night` is dark in both colour schemes. */
  tone?: 'page' | 'sunken' | 'warm' | 'night';
  /** Shown below the lead, such as a call to action. */
  aside?: ReactNode;
  children: ReactNode;
}

/** One section of a page: a full-width background, content in the page's column, a level 2 heading. */
export const Section = ({
  id,
  heading,
  label,
  lead,
  layout = 'start',
  tone = 'page',
  aside,
  children,
}: SectionProps) => (
  <section
    data-night={tone === 'night' || undefined}
    id={id}
    className={clsx(styles['section'], styles[tone])}
    tabIndex={id ? -1 : undefined}
  >
    <div className={clsx(styles['inside'], styles[layout])}>
      <div className={styles['head']}>
        {label && <p className={styles['lead']}>{label}</p>}
        <h2>{heading}</h2>
        {lead && <p className={styles['lead']}>{lead}</p>}
        {aside && <div className={styles['aside']}>{aside}</div>}
      </div>
      <div className={styles['body']}>{children}</div>
    </div>
  </section>
);
