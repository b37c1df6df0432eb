import { campaignContent } from '#web/content/campaign.ts';
import { Button } from '#web/ui/button.tsx';
import { RouteLink } from '#web/ui/route-link.tsx';

interface BookDemoProps {
  onBookDemo: () => void;
  kind?: 'primary' | 'quiet';
  /** Also offers to begin at once, without a demo. */
  withTrial?: boolean;
}

/** The page's call to action: opens the demo form. */
export const BookDemo = ({ onBookDemo, kind = 'primary', withTrial = false }: BookDemoProps) => (
  <>
    <Button kind={kind} onClick={onBookDemo}>
      {campaignContent.bookDemo}
    </Button>
    {withTrial && (
      <RouteLink href="#/checkout" kind="quiet" state={{ email: '' }}>
        {campaignContent.tryFree}
      </RouteLink>
    )}
  </>
);
