import { useEffect, useReducer, useRef } from 'react';
import { CHANNEL, type PageMessage, type ViewerMessage } from '../broadcast/messages.ts';
import { applyMessage, emptyLiveState, type LiveState } from './live-state.ts';

type Action = PageMessage | { type: 'log.cleared' };

const reduce = (state: LiveState, action: Action): LiveState =>
  action.type === 'log.cleared' ? { ...state, log: [] } : applyMessage(state, action);

/** The state of the tabs of the app, a function that sends them a message, one that clears the log. */
export const useLiveState = (): {
  live: LiveState;
  send: (message: ViewerMessage) => void;
  clearLog: () => void;
} => {
  const [live, dispatch] = useReducer(reduce, emptyLiveState);
  const channelRef = useRef<BroadcastChannel>(null);
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    channelRef.current = channel;
    channel.addEventListener('message', ({ data }: MessageEvent<PageMessage | ViewerMessage>) => {
      // Other live views post on the same channel.
      if (data.type !== 'viewer.opened' && data.type !== 'event.sent') dispatch(data);
    });
    channel.postMessage({ type: 'viewer.opened' } satisfies ViewerMessage);
    return () => channel.close();
  }, []);
  return {
    live,
    send: (message) => channelRef.current?.postMessage(message),
    clearLog: () => dispatch({ type: 'log.cleared' }),
  };
};
