import { fallbackContent } from '#web/content/fallback.ts';
import { Fallback } from './fallback.tsx';

/** An address that no page has. */
export default function NotFound() {
  return <Fallback message={fallbackContent.notFound} />;
}
