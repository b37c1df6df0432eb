import { clsx } from 'clsx/lite';
import { campaignContent } from '#web/content/campaign.ts';
import { Section } from '#web/marketing/section.tsx';
import styles from './customers.module.css';

interface QuoteProps {
  content: string;
  name: string;
  designation: string;
  isLarge?: boolean;
}

const Quote = ({ content, name, designation, isLarge = false }: QuoteProps) => (
  <figure className={clsx(styles['quote'], isLarge && styles['large'])}>
    <blockquote>
      <p>{content}</p>
    </blockquote>
    <figcaption>
      <span className={styles['name']}>{name}</span>
      <span className={styles['designation']}>{designation}</span>
    </figcaption>
  </figure>
);

/** Quotes of customers; target of `?section=customers`. */
export const Customers = () => {
  const { heading, first, others } = campaignContent.customers;
  return (
    <Section id="customers" heading={heading}>
      <div className={styles['quotes']}>
        <Quote {...first} isLarge />
        <div className={styles['others']}>
          {others.map((quote) => (
            <Quote key={quote.name} {...quote} />
          ))}
        </div>
      </div>
    </Section>
  );
};
