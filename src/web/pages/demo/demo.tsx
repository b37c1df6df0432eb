import { useActorRef } from '@xstate/react';
import { useState } from 'react';
import { useHistoryState } from 'wouter/use-browser-location';
import { demoNotices, demoContent as words } from '#web/content/demo.ts';
import { demoRequest, demoRequestOptions } from '#web/flows/demo-request.ts';
import { NoticeBoard } from '#web/forms/notice-board.tsx';
import { PageHeading } from '#web/layout/page-heading.tsx';
import { PageShell } from '#web/layout/page-shell.tsx';
import { Card } from '#web/ui/card.tsx';
import { Star } from '#web/ui/star.tsx';
import { ContactDetails } from './contact-details.tsx';
import styles from './demo.module.css';
import { DemoFigure } from './demo-figure.tsx';
import { DemoForm } from './demo-form.tsx';
import { DemoSky } from './demo-sky.tsx';

const noEmail = () => '';

/** The demo page: topics, form, contact details. */
export default function Demo() {
  const navigationState = useHistoryState<unknown>();
  const [options] = useState(() => demoRequestOptions('page', navigationState));
  const actor = useActorRef(demoRequest, options);
  return (
    <PageShell signUpStyle="text">
      <div className={styles['frame']}>
        <div className={styles['demo']}>
          <div className={styles['sky']}>
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
              <p className={styles['lead']}>{words.formLead}</p>
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
          <div className={styles['contact']}>
            <ContactDetails />
          </div>
        </div>
      </div>
      <NoticeBoard actor={actor} notices={demoNotices} emailOf={noEmail} />
    </PageShell>
  );
}
