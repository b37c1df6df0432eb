import { demoContent } from '#web/content/demo.ts';
import styles from './contact-details.module.css';

const { heading, lead, phone, email, offices } = demoContent.contact;

/** Phone number, email address and offices of the company. */
export const ContactDetails = () => (
  <section className={styles['contact']}>
    <h2>{heading}</h2>
    <p className={styles['lead']}>{lead}</p>
    <dl className={styles['list']}>
      {[phone, email].map(({ label, text, href }) => (
        <div key={href}>
          <dt className={styles['label']}>{label}</dt>
          <dd>
            <a className={styles['link']} href={href}>
              {text}
            </a>
          </dd>
        </div>
      ))}
      {offices.map(({ label, lines }) => (
        <div key={label}>
          <dt className={styles['label']}>{label}</dt>
          <dd>
            <address className={styles['address']}>
              {lines.map((line) => (
                <span key={line} className={styles['line']}>
                  {line}
                </span>
              ))}
            </address>
          </dd>
        </div>
      ))}
    </dl>
  </section>
);
