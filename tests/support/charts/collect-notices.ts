import type { AnyEventObject, InspectionEvent } from 'xstate';

/** Collects the notices that the charts of one system send. Pass `inspect` to `createActor`. */
export const collectNotices = () => {
  const notices: string[] = [];
  const inspect = (inspected: InspectionEvent): void => {
    if (inspected.type !== '@xstate.event') return;
    const { type, notice } = inspected.event as AnyEventObject;
    if (type === 'notice') notices.push(notice);
  };
  return { notices, inspect };
};
