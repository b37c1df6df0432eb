import { siteContent } from '#web/content/site.ts';

const { invited, support } = siteContent.help;

/** What somebody with an invitation to an interview does, and where help is. */
export const InvitedNote = ({ className }: { className: string | undefined }) => (
  <p className={className}>
    {invited} {support.lead}
    <a href={support.href}>{support.text}</a>
  </p>
);
