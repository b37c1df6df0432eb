import { chevron, Icon } from '../ui/icon.tsx';
import styles from './faq.module.css';

interface FaqItem {
  question: string;
  answer: string;
}

interface FaqProps {
  /** The questions of each column. */
  columns: readonly (readonly FaqItem[])[];
  /** Limits each column to one open answer; the value must be unique on the page. */
  name?: string;
}

/** Questions whose answers open on a click. */
export const Faq = ({ columns, name }: FaqProps) => (
  <div className={styles['columns']}>
    {columns.map((items, column) => (
      <div key={items[0]?.question} className={styles['column']}>
        {items.map(({ question, answer }) => (
          <details key={question} className={styles['item']} name={name && `${name}-${column}`}>
            <summary className={styles['question']}>
              <span>{question}</span>
              <span className={styles['chevron']}>
                <Icon path={chevron} />
              </span>
            </summary>
            <p className={styles['answer']}>{answer}</p>
          </details>
        ))}
      </div>
    ))}
  </div>
);
