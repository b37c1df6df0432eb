import { fallbackContent } from '#web/content/fallback.ts';
import { Fallback } from './fallback.tsx';

/** Error page for an unknown address. */
export default function NotFound() {
  return <Fallback message={fallbackContent.notFound} />;
}
