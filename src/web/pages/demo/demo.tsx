import { useActorRef } from '@xstate/react';
import { useState } from 'react';
import { useHistoryState } from 'wouter/use-browser-location';
import { demoContent, demoNotices, demoContent as words } from '#web/content/demo.ts';
import { demoRequest, demoRequestOptions } from '#web/flows/demo-request.ts';
import { NoticeBoard } from '#web/forms/notice-board.tsx';
import { PageHeading } from '#web/layout/page-heading.tsx';
import { PageShell } from '#web/layout/page-shell.tsx';
import { Card } from '#web/ui/card.tsx';
import { Star, StarRays } from '#web/ui/star.tsx';
import styles from './demo.module.css';
import { DemoForm } from './demo-form.tsx';

const { heading, lead, phone, email, offices } = demoContent.contact;

/** Phone number, email address and offices of the company. */
const ContactDetails = () => (
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

/** Coordinates in a view box of 240 by 160. The last point is the star. */
const points = [
  [12, 36],
  [84, 98],
  [158, 50],
  [212, 116],
] as const;

const BRIGHT = { x: 196, y: 100, across: 32 };

/** A decorative constellation beside the heading on wide screens. */
const DemoFigure = () => (
  <svg className={styles['figure']} viewBox="0 0 240 160" aria-hidden="true">
    <polyline
      className={styles['skyLine']}
      points={points.map(([x, y]) => `${x},${y}`).join(' ')}
    />
    {points.slice(0, -1).map(([x, y]) => (
      <circle key={`${x} ${y}`} className={styles['point']} cx={x} cy={y} r={4} />
    ))}
    <svg
      x={BRIGHT.x}
      y={BRIGHT.y}
      width={BRIGHT.across}
      height={BRIGHT.across}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <StarRays />
    </svg>
  </svg>
);

/** Coordinates in a view box of 1440 by 600. */
const faint = [
  [64, 88],
  [212, 44],
  [388, 26],
  [560, 62],
  [36, 356],
  [318, 566],
  [520, 562],
  [668, 548],
  [742, 212],
  [906, 92],
  [1088, 52],
  [1262, 118],
  [1404, 62],
  [1372, 330],
  [1296, 486],
  [36, 548],
] as const;

/** The decorative night sky behind the demo page's heading. */
const DemoSky = () => (
  <svg
    className={styles['sky']}
    viewBox="0 0 1440 600"
    preserveAspectRatio="xMidYMin slice"
    aria-hidden="true"
  >
    {faint.map(([x, y], index) => (
      <circle key={`${x} ${y}`} className={styles['faint']} cx={x} cy={y} r={1 + (index % 3) / 2} />
    ))}
  </svg>
);

/** The demo page: topics, form, contact details. */
export default function Demo() {
  const navigationState = useHistoryState<unknown>();
  const [options] = useState(() => demoRequestOptions('page', navigationState));
  const actor = useActorRef(demoRequest, options);
  return (
    <PageShell signUpStyle="text">
      <div className={styles['frame']}>
        <div className={styles['demo']}>
          <div className={styles['behind']}>
            <DemoSky />
          </div>
          <div className={styles['title']}>
            <DemoFigure />
            <PageHeading>{words.heading}</PageHeading>
            <p className={styles['tagline']}>{words.tagline}</p>
          </div>
          <div className={styles['card']}>
            <Card>
              <h2>{words.formHeading}</h2>
              <p className={styles['formLead']}>{words.formLead}</p>
              <DemoForm actor={actor} />
            </Card>
          </div>
          <section className={styles['see']}>
            <h2>{words.seeHeading}</h2>
            <ul className={styles['items']}>
              {words.see.map(({ title, text }) => (
                <li key={title} className={styles['item']}>
                  <Star />
                  <div>
                    <strong>{title}</strong>
                    <p>{text}</p>
                  </div>
                </li>
              ))}
            </ul>
          </section>
          <div className={styles['contactColumn']}>
            <ContactDetails />
          </div>
        </div>
      </div>
      <NoticeBoard actor={actor} notices={demoNotices} />
    </PageShell>
  );
}
