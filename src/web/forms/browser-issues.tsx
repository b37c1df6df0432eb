import { browserIssueTexts } from '#web/content/browser-issues.ts';
import { useBrowserIssue } from '#web/platform/browser-issues.ts';
import { NoticeLine } from '../ui/notice-line.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';

interface BrowserIssuesProps {
  /** `false` if the form works without cookies. */
  needsCookies?: boolean;
}

/** Shows browser problems that keep a form from working, such as a missing connection. */
export const BrowserIssues = ({ needsCookies = true }: BrowserIssuesProps) => {
  const issue = useBrowserIssue();
  const isRelevant = issue && (needsCookies || issue !== 'cookiesRefused');
  const words = isRelevant ? browserIssueTexts[issue] : '';
  return (
    <>
      {/* A separate live region: the visible line is not rendered while it is empty. */}
      <VisuallyHidden>
        <span role="status">{words}</span>
      </VisuallyHidden>
      {words && (
        <NoticeLine tone="bad" isLive={false}>
          {words}
        </NoticeLine>
      )}
    </>
  );
};
