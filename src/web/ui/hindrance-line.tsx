import { hindranceWords } from '#web/content/hindrances.ts';
import { useHindrance } from '#web/hindrances.ts';
import { NoticeLine } from './notice-line.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

interface HindranceLineProps {
  /** `false` where nothing of the form depends on cookies. */
  needsCookies?: boolean;
}

/** Says when the visitor's browser is in the way of a form, such as without a connection. */
export const HindranceLine = ({ needsCookies = true }: HindranceLineProps) => {
  const hindrance = useHindrance();
  const isNamed = hindrance && (needsCookies || hindrance !== 'cookiesRefused');
  const words = isNamed ? hindranceWords[hindrance] : '';
  return (
    <>
      {/* Beside the line, which takes no room while there is nothing to say. */}
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
