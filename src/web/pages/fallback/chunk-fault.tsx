import { useEffect } from 'react';
import type { ChunkError } from '#web/load-page.ts';
import { reloadIfRenewed } from '#web/reload-if-renewed.ts';
import { Fallback } from './fallback.tsx';

/** A page whose chunk did not come, unless a new version of the site is the reason. */
export const ChunkFault = ({ fault }: { fault: ChunkError }) => {
  useEffect(() => void reloadIfRenewed(), []);
  return <Fallback message={fault.message} canRetry />;
};
