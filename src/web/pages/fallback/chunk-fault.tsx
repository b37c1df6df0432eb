import { useEffect } from 'react';
import type { ChunkError } from '#web/load-page.ts';
import { reloadIfRenewed } from '#web/reload-if-renewed.ts';
import { Fallback } from './fallback.tsx';
import { useFaultMessage } from './use-fault-message.ts';

/** A page whose chunk did not come, unless a new version of the site is the reason. */
export const ChunkFault = ({ fault }: { fault: ChunkError }) => {
  useEffect(() => void reloadIfRenewed(), []);
  return <Fallback message={useFaultMessage(fault)} canRetry />;
};
