import { Fragment } from 'react';
import styles from './form.module.css';

interface FormLeadProps {
  /** One or more sentences. */
  children: string;
  className?: string | undefined;
}

/** The lead of a form: a sentence that does not fit on the line of the one before it starts a line. */
export const FormLead = ({ children, className = styles['lead'] }: FormLeadProps) => (
  <p className={className}>
    {children
      .replaceAll('. ', '.\n')
      .split('\n')
      .map((sentence) => (
        <Fragment key={sentence}>
          <span className={styles['sentence']}>{sentence}</span>{' '}
        </Fragment>
      ))}
  </p>
);
