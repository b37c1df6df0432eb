import { clsx } from 'clsx/lite';
import { check, Icon } from '../ui/icon.tsx';
import styles from './comparison-table.module.css';

interface ComparisonTableProps {
  /** Names the table for assistive technology. */
  caption: string;
  /** Headings of the three columns. */
  columns: readonly [subject: string, before: string, after: string];
  rows: readonly { subject: string; before: string; after: string }[];
}

/** Before and after, subject by subject. On narrow screens each row becomes a block. */
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
          <th className={clsx(styles['column'], styles['ours'])} scope="col">
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
                <Icon path={check} size="small" />
              </span>
              {after}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
