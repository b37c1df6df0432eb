import { useEffect } from 'react';
import { fallbackContent } from '#web/content/fallback.ts';
import { useIsOffline } from '#web/platform/connection.ts';
import { type ChunkError, reloadIfUpdated } from '#web/routing/load-page.ts';
import { Fallback } from './fallback.tsx';

/** Why a chunk did not load: the error's message, after a hint if the browser is offline. */
export const useChunkErrorMessage = ({ message }: ChunkError): string =>
  useIsOffline() ? `${fallbackContent.offline} ${message}` : message;

/** Error page for a chunk that did not load. It reloads if the site has a newer version. */
export const ChunkErrorPage = ({ error }: { error: ChunkError }) => {
  useEffect(() => void reloadIfUpdated(), []);
  return <Fallback message={useChunkErrorMessage(error)} canRetry />;
};
