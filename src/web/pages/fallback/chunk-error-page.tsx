import { useEffect } from 'react';
import type { ChunkError } from '#web/routing/load-page.ts';
import { reloadIfUpdated } from '#web/routing/reload-if-updated.ts';
import { Fallback } from './fallback.tsx';
import { useChunkErrorMessage } from './use-chunk-error-message.ts';

/** Error page for a chunk that did not load. It reloads if the site has a newer version. */
export const ChunkErrorPage = ({ error }: { error: ChunkError }) => {
  useEffect(() => void reloadIfUpdated(), []);
  return <Fallback message={useChunkErrorMessage(error)} canRetry />;
};
