import styles from './faq.module.css';
import { Icon } from './icon.tsx';

interface FaqItem {
  question: string;
  answer: string;
}

interface FaqProps {
  /** One list a column. */
  columns: readonly (readonly FaqItem[])[];
  /** Names the groups of this page; without it every question toggles by itself. */
  name?: string;
}

/** Questions that open on a click. With a name, one at a time is open in each column. */
export const Faq = ({ columns, name }: FaqProps) => (
  <div className={styles['columns']}>
    {columns.map((items, column) => (
      <div key={items[0]?.question} className={styles['column']}>
        {items.map(({ question, answer }) => (
          <details key={question} className={styles['item']} name={name && `${name}-${column}`}>
            <summary className={styles['question']}>
              <span>{question}</span>
              <span className={styles['chevron']}>
                <Icon name="chevron" />
              </span>
            </summary>
            <p className={styles['answer']}>{answer}</p>
          </details>
        ))}
      </div>
    ))}
  </div>
);
