import { useEffect } from 'react';
import { useIsOffline } from '#web/connection.ts';
import { fallbackContent } from '#web/content/fallback.ts';
import type { ChunkError } from '#web/load-page.ts';
import { reloadIfRenewed } from '#web/reload-if-renewed.ts';
import { Fallback } from './fallback.tsx';

/** A page whose chunk did not come, unless a new version of the site is the reason. */
export const ChunkFault = ({ fault }: { fault: ChunkError }) => {
  useEffect(() => void reloadIfRenewed(), []);
  const reason = useIsOffline() ? `${fallbackContent.offline} ` : '';
  return <Fallback message={reason + fault.message} canRetry />;
};
