import styles from './comparison-table.module.css';
import { Icon } from './icon.tsx';

interface ComparisonTableProps {
  /** What is compared; it names the table for assistive technology. */
  caption: string;
  /** The heads of the three columns. */
  columns: readonly [subject: string, before: string, after: string];
  rows: readonly { subject: string; before: string; after: string }[];
}

/** How it was and how it is, subject by subject. On a phone each row is a block of its own. */
export const ComparisonTable = ({ caption, columns, rows }: ComparisonTableProps) => (
  <div className={styles['frame']}>
    <table className={styles['table']}>
      <caption className={styles['caption']}>{caption}</caption>
      <thead className={styles['heads']}>
        <tr>
          <th className={styles['column']} scope="col">
            {columns[0]}
          </th>
          <th className={styles['column']} scope="col">
            {columns[1]}
          </th>
          <th className={`${styles['column']} ${styles['ours']}`} scope="col">
            {columns[2]}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ subject, before, after }) => (
          <tr key={subject} className={styles['row']}>
            <th className={styles['subject']} scope="row">
              {subject}
            </th>
            <td className={styles['before']}>
              <span className={styles['label']} aria-hidden="true">
                {columns[1]}
              </span>
              {before}
            </td>
            <td className={styles['after']}>
              <span className={styles['label']} aria-hidden="true">
                {columns[2]}
              </span>
              <span className={styles['mark']}>
                <Icon name="check" size="small" />
              </span>
              {after}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
