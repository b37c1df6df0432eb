import { useEffect, useRef } from 'react';
import { browserIssueTexts, contactWords, reloadLabel } from '#web/content/browser-issues.ts';
import {
  countAnswers,
  reportOutdated,
  useBrowserIssue,
  useMisunderstandings,
  useReturn,
} from '#web/platform/browser-issues.ts';
import { isUpdated } from '#web/routing/load-page.ts';
import { Button } from '../ui/button.tsx';
import { NoticeLine } from '../ui/notice-line.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';

/**
 * Submits the form around an element again when the server is back, if its submission had no answer and nothing
 * was typed since.
 */
const useSubmitAgain = (isWanted: boolean) => {
  const inside = useRef<HTMLSpanElement>(null);
  /** The number of answers when the form was submitted. */
  const submittedAt = useRef<number>(undefined);
  useEffect(() => {
    const form = inside.current?.closest('form');
    const note = ({ type }: Event) => {
      submittedAt.current = type === 'submit' ? countAnswers() : undefined;
    };
    for (const type of ['submit', 'input']) form?.addEventListener(type, note);
    return () => {
      for (const type of ['submit', 'input']) form?.removeEventListener(type, note);
    };
  }, []);
  useReturn(() => {
    if (isWanted && submittedAt.current === countAnswers())
      inside.current?.closest('form')?.requestSubmit();
  });
  return inside;
};

const Contact = () => (
  <>
    {' '}
    {contactWords.lead}
    <a href={contactWords.phone.href}>{contactWords.phone.text}</a>
    {contactWords.or}
    <a href={contactWords.email.href}>{contactWords.email.text}</a>.
  </>
);

interface BrowserIssuesProps {
  /** `false` if the form works without cookies. */
  needsCookies?: boolean;
  /** Names phone and mail while the server doesn't answer. */
  offersContact?: boolean;
  /** `false` if only a press may submit the form, as browsers ask for passkeys. */
  submitsAgain?: boolean;
}

/**
 * Shows what keeps a form from working, such as a missing connection. While the server doesn't answer, what
 * was submitted waits for it.
 */
export const BrowserIssues = ({
  needsCookies = true,
  offersContact = false,
  submitsAgain = true,
}: BrowserIssuesProps) => {
  const inside = useSubmitAgain(submitsAgain);
  const misunderstandings = useMisunderstandings();
  useEffect(() => {
    if (misunderstandings > 0) void isUpdated().then((isOld) => isOld && reportOutdated());
  }, [misunderstandings]);
  const issue = useBrowserIssue();
  const isRelevant = issue && (needsCookies || issue !== 'cookiesRefused');
  const words = isRelevant ? browserIssueTexts[issue] : '';
  return (
    <>
      {/* A separate live region: the visible line is not rendered while it is empty. */}
      <VisuallyHidden>
        <span ref={inside} role="status">
          {words}
        </span>
      </VisuallyHidden>
      {words && (
        <NoticeLine tone="bad" isLive={false}>
          {words}
          {issue === 'unreachable' && offersContact && <Contact />}
        </NoticeLine>
      )}
      {issue === 'outdated' && (
        <Button variant="quiet" onClick={() => location.reload()}>
          {reloadLabel}
        </Button>
      )}
    </>
  );
};
