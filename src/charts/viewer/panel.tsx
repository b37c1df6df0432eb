import { type ReactNode, useId } from 'react';
import styles from './panel.module.css';

interface PanelProps {
  title: string;
  /** Controls beside the title. */
  tools?: ReactNode;
  children: ReactNode;
}

/** A part of the side with a title, which scrolls by itself. */
export const Panel = ({ title, tools, children }: PanelProps) => {
  const id = useId();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
    <section className={styles['panel']} aria-labelledby={id} tabIndex={0}>
      <div className={styles['head']}>
        <h2 id={id} className={styles['title']}>
          {title}
        </h2>
        {tools}
      </div>
      <div className={styles['body']}>{children}</div>
    </section>
  );
};
